import { messageOf } from '@gateway/domain/kernel/error'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readNames } from './room/names.ts'
import { registered, registrations } from './room/registrations.ts'
import { filesOf } from './room/templates.ts'

const root = join(import.meta.dirname, '..')

/** `npm run room -- labels label archive [archived]`: writes the smallest room, registers it, and brings generated documents up to date. */
try {
  make(process.argv.slice(2))
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

function make(parameters: readonly string[]): void {
  const names = readNames(parameters)
  const lists = registrations(names).map((list) => ({
    path: list.path,
    text: registered(readFileSync(join(root, list.path), 'utf8'), list),
  }))
  const files = filesOf(names)
  for (const { path, text } of [...files, ...lists]) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  run(join('node_modules/.bin/oxfmt'), ...[...files, ...lists].map(({ path }) => path).filter((path) => !path.endsWith('.sql')))
  run(process.execPath, 'scripts/docs/main.ts')
  const lines = files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
  console.log(`${files.length} files with ${lines} lines, and ${lists.length} lists have a line more:`)
  for (const { path } of [...files, ...lists]) console.log(`  ${path}`)
}

function run(program: string, ...parameters: readonly string[]): void {
  const { status } = spawnSync(program, parameters, { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ended with ${status}`)
}
