/** Where this process listens, for what it asks of itself; empty when the command line does not say. */
export function listeningAddress(): string {
  for (let at = 0; at < $os.args.length; at++) {
    const [name, value = $os.args[at + 1]] = ($os.args[at] as string).split('=')
    if (name === '--http' && value) return `http://${value.replace(/^(?:0\.0\.0\.0|\[::\])?:/, '127.0.0.1:')}`
  }
  return ''
}
