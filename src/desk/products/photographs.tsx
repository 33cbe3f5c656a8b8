import ImagePlus from '@lucide/icons/icons/image-plus'
import { type ReactNode, useRef, useState } from 'react'
import { errorData, errorSentence } from '@/api/errors'
import { counted } from '@/domain/desk/list-words'
import type { SheetRow } from '@/domain/desk/sheet'
import { newId } from '@/lib/new-id'
import { Icon } from '@/ui/icon'
import { Button } from '../parts/button'
import { Note } from '../parts/note'
import { useToast } from '../parts/toast'
import { useAsk } from '../session'
import { asJpeg, isHeic } from './heic'

interface PhotographsProps {
  /** What new rows are filed under. */
  category: string
  onMade: () => void
  /** The screen, around a button that chooses photographs. */
  children: (choose: ReactNode) => ReactNode
}

/** Photographs, dropped anywhere or chosen, each make a draft named by its file. */
export function Photographs({ category, onMade, children }: PhotographsProps) {
  const { add, progress, failed } = useDrafts(category, onMade)
  const [over, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const choose = (
    <>
      <input
        ref={chooser}
        type="file"
        aria-label="Photographs of new products"
        hidden
        multiple
        accept="image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif"
        onChange={({ target }) => {
          add([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button busy={progress !== undefined} onClick={() => chooser.current?.click()}>
        <Icon of={ImagePlus} size={18} />
        {progress ?? 'Add photographs'}
      </Button>
    </>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button beside it does the same
    <div
      className={over ? 'outline-2 outline-primary -outline-offset-2 outline-dashed' : ''}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        add([...event.dataTransfer.files])
      }}
    >
      {failed.length > 0 && (
        <div className="mb-4">
          <Note kind="bad">
            <b>{counted(failed.length, 'photograph makes', 'photographs make')} no product:</b>
            {failed.map(({ name, why }) => (
              <span key={name} className="block break-words">
                {name}: {why}
              </span>
            ))}
          </Note>
        </div>
      )}
      {children(choose)}
    </div>
  )
}

interface Failed {
  name: string
  why: string
}

/** What went wrong with a photograph, in the store's words where it has some. */
function reason(error: unknown): string {
  if (error instanceof Error && error.name === 'NoPicture') return error.message
  const said = errorData(error).photograph as { message?: string } | undefined
  return said?.message ?? errorSentence(error)
}

function useDrafts(category: string, onMade: () => void) {
  const ask = useAsk()
  const toast = useToast()
  const [progress, setProgress] = useState<string>()
  const [failed, setFailed] = useState<readonly Failed[]>([])
  // What a photograph was to be called whose answer was lost: dropped again, it is the same.
  const [begun] = useState(() => new Map<string, string>())
  const discard = (ids: string[]) => async () => {
    try {
      await ask('products/discard', { body: { ids } })
      onMade()
    } catch (error) {
      toast({ text: errorSentence(error), bad: true })
    }
  }
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return
    if (progress !== undefined) {
      toast({ text: 'Others are being added. Drop these again after them.', bad: true })
      return
    }
    setFailed([])
    const made: string[] = []
    const bad: Failed[] = []
    for (const [position, file] of files.entries()) {
      const verb = (await isHeic(file)) ? 'Turning' : 'Adding'
      setProgress(`${verb} ${position + 1} of ${files.length}`)
      try {
        const form = new FormData()
        const key = [file.name, file.size, file.lastModified].join()
        const id = begun.get(key) ?? newId()
        begun.set(key, id)
        form.set('id', id)
        form.set('category', category)
        form.set('photograph', await asJpeg(file))
        made.push((await ask<SheetRow>('products/photograph', { body: form })).id)
        begun.delete(key)
      } catch (error) {
        bad.push({ name: file.name, why: reason(error) })
      }
    }
    setProgress(undefined)
    setFailed(bad)
    if (made.length === 0) return
    onMade()
    toast({
      text: `${counted(made.length, 'draft')} made. Type a price: then they can go into the shop.`,
      undo: discard(made),
    })
  }
  return { add, progress, failed }
}
