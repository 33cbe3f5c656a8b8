import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { keepEarlierBuilds } from '../../scripts/build/earlier-builds'
import { buildOf } from '../../src/lib/build-of'

/** What `anotherBuild` of this letter calls itself. */
export const nameOfBuild = (letter: string) => letter.repeat(10)

/**
 * Another build of the same sources in a folder of its own, as `npm run build` leaves it: every script has another
 * name, and so has the build; the files of earlier builds stay beside them.
 */
export async function anotherBuild(from: string, letter: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'another-build-'))
  const old = buildOf(await readFile(join(from, 'index.html'), 'utf8'))
  const renamed = (text: string) =>
    text
      .replace(/((?:assets\/|\.\/)[\w.-]+-[\w-]{7,9})\.js/g, `$1${letter}.js`)
      .replace(/(?<=name="build" content=")\w+/, nameOfBuild(letter))
  for (const file of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || /\.(?:br|gz)$/.test(file.name) || file.name === '.builds.json') continue
    const path = join(file.parentPath, file.name)
    const to = join(dir, renamed(relative(from, path)))
    await mkdir(dirname(to), { recursive: true })
    const body = await readFile(path)
    await writeFile(to, /\.(?:html|js|json)$/.test(file.name) ? renamed(body.toString()) : body)
  }
  const worker = await readFile(join(dir, 'sw.js'), 'utf8')
  await writeFile(join(dir, 'sw.js'), worker.replaceAll(old, nameOfBuild(letter)))
  await keepEarlierBuilds(from, dir)
  return dir
}
