import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buildOf } from '../../src/lib/build-of'

/** Which files are of which build. A dotfile: the store never serves it. */
const BUILDS_FILE = '.builds.json'

/** Builds whose files stay, with the new one. */
const BUILDS_KEPT = 3
/** A page of an older build is hardly open any more, ms. */
const KEPT_MS = 30 * 24 * 60 * 60_000

/** Folders of files that carry a hash in their names. */
const HASHED = ['assets', 'desk/assets']

interface EarlierBuild {
  /** As its pages say it. */
  build: string
  /** When it was made, ms since 1970. */
  at: number
  /** Its hashed files, from the folder of the client. */
  files: string[]
}

/** None where there is no list, or half of one: a power cut leaves files without their content. */
const readBuilds = (dir: string): Promise<EarlierBuild[]> =>
  readFile(join(dir, BUILDS_FILE), 'utf8')
    .then((text) => JSON.parse(text) as EarlierBuild[])
    .catch(() => [])

async function hashedFiles(dir: string): Promise<string[]> {
  const found = HASHED.map(async (folder) => {
    const names = await readdir(join(dir, folder)).catch(() => [])
    return names.map((name) => `${folder}/${name}`)
  })
  return (await Promise.all(found)).flat().sort()
}

/**
 * Puts the hashed files of the last builds beside those of the new one, so that a page that is open goes on working
 * (DEPLOY-01). Twice the same build is one.
 * @param oldDir the client as it was, with what it kept itself; nothing happens where there is none
 * @param newDir the new one
 * @param now ms since 1970
 */
export async function keepEarlierBuilds(oldDir: string, newDir: string, now = Date.now()): Promise<void> {
  const build = buildOf(await readFile(join(newDir, 'index.html'), 'utf8'))
  const own = { build, at: now, files: await hashedFiles(newDir) }
  const earlier = (await readBuilds(oldDir))
    .filter((one) => one.build !== build && now - one.at < KEPT_MS)
    .slice(0, BUILDS_KEPT - 1)
  for (const name of new Set(earlier.flatMap(({ files }) => files))) {
    const to = join(newDir, name)
    if (existsSync(to) || !existsSync(join(oldDir, name))) continue
    await mkdir(dirname(to), { recursive: true })
    await copyFile(join(oldDir, name), to)
  }
  await writeFile(join(newDir, BUILDS_FILE), JSON.stringify([own, ...earlier]))
}
