import ArrowDown from '@lucide/icons/icons/arrow-down'
import ArrowUp from '@lucide/icons/icons/arrow-up'
import Plus from '@lucide/icons/icons/plus'
import Trash2 from '@lucide/icons/icons/trash'
import { type DragEvent, useRef, useState } from 'react'
import { Icon } from '@/ui/icon'
import { Button, IconButton } from '../parts/button'
import { withMoved } from '../parts/drag-list'
import { CONTROL, Select } from '../parts/field'
import type { FieldProps, FormPicture } from './field-kinds'
import { coloursOf, picturesOf, type RawColour, valueOfName, withPictures } from './value'

const DRAGGED = 'application/x-picture'
const NEW: RawColour = { name: '', value: '', hex: '#8a6f55' }

/** Colours with their swatches; pictures are dragged onto the colour they show, or chosen for it. */
export function ColoursField({ field, value, onChange, pictures }: FieldProps) {
  const colours = coloursOf(value)
  // Carts and addresses know these already: they stay, whatever a colour is called from now on.
  const [stored] = useState(() => new Set(colours.map((colour) => colour.value)))
  const replace = (position: number, ...by: RawColour[]) =>
    onChange([...colours.slice(0, position), ...by, ...colours.slice(position + 1)])
  const place = useRef<HTMLFieldSetElement>(null)
  /** The focus goes with it. */
  const move = (position: number, by: number) => {
    if (!colours[position + by]) return
    onChange(withMoved(colours, position, position + by))
    place.current?.querySelectorAll<HTMLElement>(`[data-by="${by}"]`)[position + by]?.focus()
  }
  return (
    <fieldset ref={place} className="grid grid-cols-1 gap-3">
      <legend className="mb-1 font-medium">{field.label}</legend>
      {pictures.length > 0 && colours.length > 0 && <Palette pictures={pictures} />}
      {colours.map((colour, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a colour has nothing of its own while its name is typed
        <div key={position} className="grid grid-cols-1 gap-2 border-t pt-3">
          <div className="flex flex-wrap items-center gap-2">
            <ColourLine
              colour={colour}
              stored={colour.value !== '' && stored.has(colour.value)}
              onChange={(changed) => replace(position, changed)}
            />
            <span className="ml-auto flex">
              <IconButton
                label={`${colour.name} further up`}
                data-by="-1"
                aria-disabled={position === 0 || undefined}
                className="off:text-line-strong"
                onClick={() => move(position, -1)}
              >
                <Icon of={ArrowUp} size={18} />
              </IconButton>
              <IconButton
                label={`${colour.name} further down`}
                data-by="1"
                aria-disabled={position === colours.length - 1 || undefined}
                className="off:text-line-strong"
                onClick={() => move(position, 1)}
              >
                <Icon of={ArrowDown} size={18} />
              </IconButton>
              <IconButton label={`Remove ${colour.name}`} onClick={() => replace(position)}>
                <Icon of={Trash2} size={18} />
              </IconButton>
            </span>
          </div>
          <ColourPictures colour={colour} pictures={pictures} onChange={(changed) => replace(position, changed)} />
        </div>
      ))}
      <Button className="justify-self-start" onClick={() => onChange([...colours, NEW])}>
        <Icon of={Plus} size={18} />
        Add a colour
      </Button>
    </fieldset>
  )
}

/** The product's pictures, to be dragged. */
function Palette({ pictures }: { pictures: readonly FormPicture[] }) {
  return (
    <div>
      <p className="meta mb-1">Drag each picture onto the colour it shows, or choose it there.</p>
      <ul className="flex flex-wrap gap-1.5">
        {pictures.map(({ name, src }) => (
          <li key={name}>
            <img
              src={src}
              alt=""
              title={name}
              draggable
              className="photo size-14 cursor-grab"
              onDragStart={(event) => event.dataTransfer.setData(DRAGGED, name)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ColourLineProps {
  colour: RawColour
  /** Whether its value is one of the record's. */
  stored: boolean
  onChange: (colour: RawColour) => void
}

function ColourLine({ colour, stored, onChange }: ColourLineProps) {
  const name = colour.name || 'this colour'
  return (
    <>
      <input
        type="color"
        aria-label={`Swatch of ${name}`}
        value={/^#[0-9a-f]{6}$/i.test(colour.hex) ? colour.hex : NEW.hex}
        className="size-(--ctl) flex-none cursor-pointer rounded border border-line-strong bg-surface p-1"
        onChange={({ target }) => onChange({ ...colour, hex: target.value.toUpperCase() })}
      />
      <input
        aria-label="Name of the colour"
        placeholder="Indigo"
        value={colour.name}
        className={`${CONTROL} min-w-32 flex-1`}
        onChange={({ target }) => {
          const follows = !stored && colour.value === valueOfName(colour.name)
          onChange({ ...colour, name: target.value, ...(follows && { value: valueOfName(target.value) }) })
        }}
      />
    </>
  )
}

interface ColourPicturesProps {
  colour: RawColour
  pictures: readonly FormPicture[]
  onChange: (colour: RawColour) => void
}

function ColourPictures({ colour, pictures, onChange }: ColourPicturesProps) {
  const own = picturesOf(colour)
  const add = (name: string) => {
    if (name && !own.includes(name)) onChange(withPictures(colour, [...own, name]))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    add(event.dataTransfer.getData(DRAGGED))
  }
  return (
    <section
      aria-label={`Pictures of ${colour.name || 'this colour'}`}
      className="flex min-h-16 flex-wrap items-center gap-1.5 rounded border border-dashed border-line-strong p-1.5"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {own.map((name) => (
        <button
          key={name}
          type="button"
          aria-label={`Take ${name} from ${colour.name}`}
          title="Take it away"
          onClick={() =>
            onChange(
              withPictures(
                colour,
                own.filter((other) => other !== name),
              ),
            )
          }
        >
          <img src={pictures.find((picture) => picture.name === name)?.src} alt="" className="photo size-12" />
        </button>
      ))}
      <Select
        aria-label={`Add a picture to ${colour.name || 'this colour'}`}
        value=""
        className="w-auto! max-w-full"
        onChange={({ target }) => add(target.value)}
        options={pictures
          .filter(({ name }) => !own.includes(name))
          .map(({ name }, position) => [name, `${position + 1}. ${name}`])}
      >
        <option value="">Add a picture</option>
      </Select>
    </section>
  )
}
