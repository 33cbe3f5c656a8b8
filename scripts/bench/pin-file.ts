import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

/**
 * A file as India Post's directory is on data.gov.in: as many offices and PIN codes, in the same columns, with names
 * of the same lengths, all of them invented.
 */

const HEADINGS =
  'circlename,regionname,divisionname,officename,pincode,officetype,delivery,district,statename,latitude,longitude'

/** States by the first digits; 745 districts in all. */
const STATES: readonly (readonly [digits: string, name: string])[] = [
  ...[
    ['11', 'DELHI'] as const,
    ['12', 'HARYANA'] as const,
    ['14', 'PUNJAB'] as const,
    ['17', 'HIMACHAL PRADESH'] as const,
  ],
  ...[['20', 'UTTAR PRADESH'] as const, ['22', 'UTTAR PRADESH'] as const, ['27', 'UTTAR PRADESH'] as const],
  ...[
    ['30', 'RAJASTHAN'] as const,
    ['33', 'RAJASTHAN'] as const,
    ['38', 'GUJARAT'] as const,
    ['41', 'MAHARASHTRA'] as const,
  ],
  ...[['43', 'MAHARASHTRA'] as const, ['46', 'MADHYA PRADESH'] as const, ['49', 'CHHATTISGARH'] as const],
  ...[['50', 'TELANGANA'] as const, ['52', 'ANDHRA PRADESH'] as const, ['56', 'KARNATAKA'] as const],
  ...[
    ['58', 'KARNATAKA'] as const,
    ['62', 'TAMIL NADU'] as const,
    ['64', 'TAMIL NADU'] as const,
    ['69', 'KERALA'] as const,
  ],
  ...[['72', 'WEST BENGAL'] as const, ['75', 'ODISHA'] as const, ['78', 'ASSAM'] as const, ['84', 'BIHAR'] as const],
]
const SYLLABLES = 'ba chan dra ga hal jod ka la mad na pur ram sir ta ud vel war ya'.split(' ')

/** The same number gives the same name. */
function nameOf(number: number, parts: number): string {
  const name = Array.from({ length: parts }, (_, at) => SYLLABLES[Math.floor(number / 18 ** at) % 18]).join('')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Rows of one PIN code: the first is a sub or head office, the others branch offices. */
function rowsOf(pin: number, offices: number): string[] {
  const [digits = '', state = ''] = STATES[pin % STATES.length] ?? []
  const inState = Math.floor(pin / STATES.length)
  const pincode = digits + String(1000 + inState).padStart(4, '0')
  const district = nameOf(pin % 745, 4).toUpperCase()
  return Array.from({ length: offices }, (_, office) => {
    const kind = office > 0 ? 'BO' : inState % 25 === 0 ? 'HO' : 'PO'
    const where =
      office % 3 === 0 ? 'NA,NA' : `${(8 + (pin % 2800) / 100).toFixed(7)},${(68 + (office % 2900) / 100).toFixed(7)}`
    const name = `${nameOf(pin * 7 + office * 31, 4)} ${kind === 'PO' ? 'SO' : kind}`
    return `${nameOf(pin % 23, 3)} Circle,${nameOf(pin % 90, 4)} Region,${district} Division,${name},${pincode},${kind},Delivery,${district},${state},${where}`
  })
}

const OFFICES = 165_000
const PINS = 19_500

/** Writes as many offices and PIN codes as India has to a file. */
export async function writePinFile(path: string): Promise<void> {
  const file = createWriteStream(path)
  file.write(`${HEADINGS}\n`)
  for (let pin = 0; pin < PINS; pin++) {
    const offices = Math.floor(OFFICES / PINS) + (pin < OFFICES % PINS ? 1 : 0)
    if (!file.write(`${rowsOf(pin, offices).join('\n')}\n`)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
}
