import { useState } from 'react'
import type { Colours } from '@/domain/desk/look'
import { deriveTheme } from '@/domain/site/theme'
import { isHex } from '@/domain/text'
import { Button } from '../parts/button'
import { Dialog } from '../parts/dialog'
import { CONTROL, TextField } from '../parts/field'

const FIELDS = [
  ['primary', 'Main colour', 'Buttons, links and the cart’s count.'],
  ['accent', 'Second colour', 'Savings and the gift.'],
] as const

const long = (hex: string) => (hex.length === 4 ? `#${[...hex.slice(1)].map((sign) => sign + sign).join('')}` : hex)

/** Two colours of one's own, with what becomes of them where they carry words or are words. */
export function OwnColours({
  colours,
  onUse,
  onClose,
}: {
  colours: Colours
  onUse: (colours: Colours) => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState({ primary: colours.primary, accent: colours.accent })
  const [asked, setAsked] = useState(false)
  const problemOf = (text: string) => (isHex(text.trim()) ? undefined : 'Write a hex colour such as #6f4326.')
  const good = FIELDS.every(([field]) => !problemOf(typed[field]))
  return (
    <Dialog
      title="Own colours"
      sub="The rest of the theme is made of these two."
      onClose={onClose}
      footer={
        <Button
          look="primary"
          onClick={() => {
            setAsked(true)
            if (good) onUse({ name: 'Own colours', primary: typed.primary.trim(), accent: typed.accent.trim() })
          }}
        >
          Use them
        </Button>
      }
      leave="Not now"
    >
      <div className="grid gap-4">
        {FIELDS.map(([field, label, hint]) => (
          <div key={field} className="grid grid-cols-[1fr_56px] items-start gap-2">
            <TextField
              label={label}
              hint={hint}
              value={typed[field]}
              spellCheck={false}
              autoComplete="off"
              problem={asked ? problemOf(typed[field]) : undefined}
              onChange={({ target }) => setTyped({ ...typed, [field]: target.value })}
            />
            <input
              type="color"
              aria-label={`Choose the ${label.toLowerCase()}`}
              value={problemOf(typed[field]) ? '#000000' : long(typed[field].trim())}
              className={`${CONTROL} mt-6 px-1`}
              onChange={({ target }) => setTyped({ ...typed, [field]: target.value })}
            />
          </div>
        ))}
        {good && <Becomes primary={typed.primary.trim()} accent={typed.accent.trim()} />}
      </div>
    </Dialog>
  )
}

const PAGES = { light: '#fbfaf7', dark: '#161412' } as const

/** Buttons and words in the light and the dark shop. */
function Becomes({ primary, accent }: { primary: string; accent: string }) {
  const theme = deriveTheme({ primary_color: primary, accent_color: accent })
  const ink = theme.light['--primary-ink'] ?? ''
  return (
    <div>
      <div className="grid grid-cols-2 gap-2">
        {(['light', 'dark'] as const).map((mode) => {
          const colour = (name: string) => theme[mode][name]
          return (
            <div
              key={mode}
              className="grid justify-items-start gap-2 border p-4"
              style={{ background: PAGES[mode], color: colour('--primary-ink') }}
            >
              <span
                className="rounded border px-4 py-2 font-medium"
                style={{
                  background: colour('--primary'),
                  color: colour('--on-primary'),
                  borderColor: colour('--primary-edge'),
                }}
              >
                Button
              </span>
              <span>Words</span>
              <span style={{ color: colour('--accent-ink') }}>Savings</span>
            </div>
          )
        })}
      </div>
      <p className="meta mt-2">
        {ink === theme.light['--primary']
          ? 'They can be read as they are.'
          : `${primary} is too pale for words: they become ${ink}. Buttons keep it.`}
      </p>
    </div>
  )
}
