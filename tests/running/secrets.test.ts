import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../../scripts/start/environment'
import { scratchFolder } from '../scratch-folder'

/** Every variable of `.env.example` that is not meant for the client. */
async function serverVariables(): Promise<string[]> {
  const example = await readFile(join(ROOT, '.env.example'), 'utf8')
  return [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].flatMap(([, name = '']) =>
    name.startsWith('VITE_') ? [] : name,
  )
}

test('RUN-11 a client that is built with every secret in the environment holds none of them', {
  timeout: 180_000,
}, async () => {
  const folder = scratchFolder(onTestFinished)
  const names = await serverVariables()
  expect(names).toEqual(
    expect.arrayContaining(['RAZORPAY_KEY_SECRET', 'SHIPROCKET_PASSWORD', 'SMTP_PASSWORD', 'STORE_TOKEN_SECRET']),
  )
  const secrets = Object.fromEntries(names.map((name) => [name, `leak-of-${name.toLowerCase()}`]))
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  // With what is meant for the client as well, so that every branch is built.
  const client = {
    VITE_GTM_ID: 'GTM-TEST1',
    VITE_META_PIXEL_ID: '1234567890',
    VITE_BUILDER_API_KEY: 'public-key-of-builder',
  }
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'],
    {
      cwd: ROOT,
      env: { ...process.env, ...secrets, ...client },
    },
  )
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
  let built = ''
  for (const { parentPath, name } of files)
    if (!/\.(br|gz)$/.test(name)) built += await readFile(join(parentPath, name), 'latin1')
  // What is meant for the client is found, so that finding nothing means something.
  for (const value of Object.values(client)) expect(built).toContain(value)
  for (const [name, value] of Object.entries(secrets)) expect(built.includes(value), name).toBe(false)
  expect(files.filter(({ name }) => /\.map$|^\.env/.test(name))).toEqual([])
})
