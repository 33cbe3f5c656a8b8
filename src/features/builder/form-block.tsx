import { Builder, BuilderBlockComponent, BuilderBlocks, type BuilderElement, builder } from '@builder.io/react'
import { type FormEvent, type FormHTMLAttributes, type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { inTime } from '@/api/in-time'
import type { PlainSentence } from '@/language/catalogue'
import { t } from '@/language/text'
import { isWebAddress, safeTarget } from './form-address'
import { type FormEncoding, formatted, formBody, formQuery, messageAt } from './form-body'

type State = 'unsubmitted' | 'sending' | 'success' | 'error'

interface Outcome {
  state: State
  /** The reason the answer gave, found at `errorMessagePath`. */
  message?: string
  /** The answer's body as text, when the answer was a refusal. */
  body?: string
}

/** The settings of the builder's form, as its editor stores them. What a merchandiser did not touch may be missing. */
export interface FormBlockProps {
  attributes?: FormHTMLAttributes<HTMLFormElement>
  builderBlock?: BuilderElement
  name?: string
  /** Where a custom form is sent. */
  action?: string
  method?: string
  contentType?: FormEncoding
  customHeaders?: Record<string, string>
  sendSubmissionsTo?: 'email' | 'custom'
  sendSubmissionsToEmail?: string
  /** Off: the browser sends the form by itself and shows the answer as a page. */
  sendWithJs?: boolean
  /** The browser checks required fields and addresses; on unless it was switched off. */
  validate?: boolean
  successUrl?: string
  resetFormOnSubmit?: boolean
  /** Such as `error.message`. */
  errorMessagePath?: string
  /** Shown by the editor, to design a state. */
  previewState?: State
  successMessage?: BuilderElement[]
  sendingMessage?: BuilderElement[]
  errorMessage?: BuilderElement[]
}

const SENDING: PlainSentence = 'Sending...'
const THANKS: PlainSentence = 'Thanks!'
const ERROR: PlainSentence = 'Form submission error :( Please check your answers and try again'
/** How long a form may take, with its files on a slow line, ms. */
const SEND_MS = 60_000

/** The page builder's form (BUILD-03), in the place of the SDK's own; docs/decisions/0012 says why. */
export function FormBlock(props: FormBlockProps) {
  const { attributes, builderBlock, name, method = 'POST', validate = true, sendWithJs = true } = props
  const navigate = useNavigate()
  const sending = useRef(false)
  const [outcome, setOutcome] = useState<Outcome>({ state: 'unsubmitted' })
  const byMail = props.sendSubmissionsTo === 'email'
  const native = !sendWithJs && !byMail

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    if (native && isWebAddress(props.action)) return
    event.preventDefault()
    // The inner form of a popup or a shop's piece is not ours.
    const form = event.currentTarget
    if (sending.current || event.target !== form) return
    sending.current = true
    setOutcome({ state: 'sending' })
    const result = await inTime(send(form, props), SEND_MS).catch((): Outcome => ({ state: 'error' }))
    sending.current = false
    setOutcome(result)
    if (result.state !== 'success') return
    if (props.resetFormOnSubmit !== false) form.reset()
    const target = safeTarget(props.successUrl)
    if (target?.startsWith('/')) void navigate(target)
    else if (target) window.location.assign(target)
  }

  const state = (Builder.isEditing && props.previewState) || outcome.state
  return (
    <form
      {...attributes}
      name={name}
      method={method.toLowerCase() === 'get' ? 'get' : 'post'}
      action={native && isWebAddress(props.action) ? props.action : undefined}
      noValidate={!validate}
      aria-busy={state === 'sending'}
      onSubmit={(event) => void submit(event)}
    >
      {builderBlock?.children?.map((block) => (
        <BuilderBlockComponent key={block.id} block={block} />
      ))}
      <div role="status">
        {state === 'sending' && <Message blocks={props.sendingMessage} path="sendingMessage" words={SENDING} />}
        {state === 'success' && <Message blocks={props.successMessage} path="successMessage" words={THANKS} />}
      </div>
      <div role="alert">
        {state === 'error' &&
          (outcome.message ? (
            <p className="mt-2.5 text-danger">{outcome.message}</p>
          ) : (
            <Message blocks={unbound(props.errorMessage)} path="errorMessage" words={ERROR} danger />
          ))}
        {state === 'error' && outcome.body && (
          <pre className="mt-2.5 max-h-60 overflow-auto whitespace-pre-wrap text-danger text-sm [overflow-wrap:anywhere]">
            {outcome.body}
          </pre>
        )}
      </div>
    </form>
  )
}

interface MessageProps {
  blocks: BuilderElement[] | undefined
  /** Under which setting the editor finds the blocks. */
  path: string
  words: PlainSentence
  danger?: boolean
}

/** What the merchandiser put there, else the promised words (BUILD-03). */
function Message({ blocks, path, words, danger }: MessageProps): ReactNode {
  if (blocks && blocks.length > 0) return <BuilderBlocks dataPath={path} blocks={blocks} />
  return <p className={danger ? 'mt-2.5 text-danger' : 'mt-2.5'}>{t(words)}</p>
}

/**
 * The SDK's default text is bound to a script expression, which the store's content policy does not run; the message
 * is shown above.
 */
function unbound(blocks: BuilderElement[] | undefined): BuilderElement[] | undefined {
  return blocks?.map(({ bindings, ...block }) => {
    const { 'component.options.text': text, ...others } = bindings ?? {}
    return { ...block, bindings: text?.includes('formErrorMessage') ? others : bindings }
  })
}

/** @throws TypeError when the network did not answer, Error when the form leads nowhere */
async function send(form: HTMLFormElement, props: FormBlockProps): Promise<Outcome> {
  const byMail = props.sendSubmissionsTo === 'email'
  const address = byMail ? mailAddress(props) : (props.action ?? '').trim()
  if (!isWebAddress(address)) throw new Error('The form has no address to be sent to')
  const method = (byMail ? 'POST' : props.method || 'POST').toUpperCase()
  const headers = new Headers(props.customHeaders)
  if (method === 'GET') {
    const query = formQuery(form)
    return readAnswer(await fetch(`${address}${address.includes('?') ? '&' : '?'}${query}`, { headers }), props)
  }
  const { body, contentType } = formBody(form, byMail ? 'multipart/form-data' : props.contentType || 'application/json')
  // Zapier answers no preflight, so it must not be asked for one.
  if (contentType && !/^https:\/\/([\w-]+\.)*zapier\.com\//.test(address)) headers.set('content-type', contentType)
  return readAnswer(await fetch(address, { method, headers, body }), props)
}

/** The builder's own mailer: whom to write to, the form's name and the shop's key (BUILD-03). */
function mailAddress({ sendSubmissionsToEmail = '', name = '' }: FormBlockProps): string {
  const host = import.meta.env.VITE_BUILDER_API_HOST || 'https://builder.io'
  const query = new URLSearchParams({ apiKey: builder.apiKey ?? '', to: btoa(sendSubmissionsToEmail), name })
  return `${host}/api/v1/form-submit?${query}`
}

async function readAnswer(answer: Response, { errorMessagePath }: FormBlockProps): Promise<Outcome> {
  const text = await answer.text()
  if (answer.ok) return { state: 'success' }
  let body: unknown = text
  if (/json/i.test(answer.headers.get('content-type') ?? '')) {
    try {
      body = JSON.parse(text)
    } catch {
      // Called JSON and is none: shown as the text it is.
    }
  }
  const message = errorMessagePath ? messageAt(body, errorMessagePath) : ''
  return { state: 'error', message, body: formatted(body) }
}
