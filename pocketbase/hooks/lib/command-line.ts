/** What a flag of PocketBase's command line says, `--name=value` or `--name value`; empty where it does not stand. */
export function flag(name: string): string {
  const args: string[] = Array.from($os.args)
  const at = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`))
  if (at < 0) return ''
  const [, ...value] = (args[at] as string).split('=')
  return value.length > 0 ? value.join('=') : (args[at + 1] ?? '')
}

/** Whether this process serves the store; other console commands look at its records or change them. */
export const isServing = (): boolean => Array.from($os.args).includes('serve')

/**
 * Where this process listens (`--http`); empty when the command line does not say.
 * @param host stands for all of them where it listens everywhere
 */
export function listeningAddress(host: '127.0.0.1' | 'localhost' = '127.0.0.1'): string {
  const address = flag('http')
  return address && `http://${address.replace(/^(?:0\.0\.0\.0|\[::\])?:/, `${host}:`)}`
}
