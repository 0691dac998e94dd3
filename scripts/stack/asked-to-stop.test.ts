import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const program = `import { onAskedToStop } from ${JSON.stringify(join(import.meta.dirname, 'asked-to-stop.ts'))}
const alive = setInterval(() => {}, 1_000)
onAskedToStop((code) => { console.log('stopping'); process.once('SIGHUP', () => { clearInterval(alive); process.exitCode = code }) }, console.log)
console.log('up')`

test('a second Ctrl-C does not interrupt the shutdown, so no server stays behind', async () => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program])
  const lines = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]()
  const said = async () => String((await lines.next()).value).trim()
  expect(await said()).toBe('up')
  child.kill('SIGINT')
  expect(await said()).toBe('stopping')
  child.kill('SIGTERM')
  expect(await said()).toBe('still stopping')
  child.kill('SIGHUP')
  expect(await once(child, 'exit')).toEqual([130, null])
})
