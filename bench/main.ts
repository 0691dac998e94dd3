import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { compareBuilds } from './against/compare-builds.ts'
import { readArguments } from './arguments.ts'
import { cards } from './cards/bench.ts'
import { catchUp } from './catch-up/bench.ts'
import { checkout } from './checkout/bench.ts'
import { creation } from './creation/bench.ts'
import { renderDocument } from './document.ts'
import { decoding } from './decoding/bench.ts'
import { fanOut } from './fan-out/bench.ts'
import { forwarding } from './forwarding/bench.ts'
import { gas } from './gas/bench.ts'
import { keepingUp } from './keeping-up/bench.ts'
import { lifecycle } from './lifecycle/bench.ts'
import { lightning } from './lightning/bench.ts'
import { memory } from './memory/bench.ts'
import { million } from './million/bench.ts'
import { portal } from './portal/bench.ts'
import { qr } from './qr/bench.ts'
import { reading } from './reading/bench.ts'
import { recovery } from './recovery/bench.ts'
import type { Bench, Log, Table } from './section.ts'
import { reputation } from './reputation/bench.ts'
import { signIn } from './sign-in/bench.ts'
import { streams } from './streams/bench.ts'
import { watching } from './watching/bench.ts'
import { isSmall } from './sized.ts'

/**
 * Every part, in the order of the document. `npm run bench -- creation gas` runs some; `npm run bench -- --texts` runs none and
 * writes the texts and aims of all into the document; `-- --small` runs each in the smallest size and writes nothing;
 * `-- reading --against <commit>` runs a part of this build and of another in turns and writes both.
 */
const benches: Readonly<Record<string, Bench>> = {
  creation,
  cards,
  lightning,
  reading,
  reputation,
  'sign-in': signIn,
  streams,
  'fan-out': fanOut,
  qr,
  checkout,
  portal,
  watching,
  decoding,
  'catch-up': catchUp,
  'keeping-up': keepingUp,
  million,
  memory,
  lifecycle,
  forwarding,
  recovery,
  gas,
}
/** Parts that take minutes to prepare: they run by name, with `--all`, or small. */
const long = ['million']

const root = join(import.meta.dirname, '..')
const { parts: wanted, against, document, textsOnly, all } = readArguments(process.argv.slice(2))
const file = document ?? join(root, 'docs/generated/bench.md')
const startedAt = performance.now()
const log: Log = (line) => console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`)
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0) throw new Error(`there is no bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`)

if (textsOnly) await write(new Map())
else if (against !== undefined) for (const name of wanted) await compare(name, against)
else for (const name of Object.keys(benches).filter(isWanted)) await run(name)
if (isSmall) log('every part of the bench ended')
process.exit(0)

function isWanted(name: string): boolean {
  if (wanted.length > 0) return wanted.includes(name)
  if (!long.includes(name) || isSmall || all) return true
  log(`${name} skipped: it takes minutes to fill its database; name it or pass --all`)
  return false
}

async function run(name: string): Promise<void> {
  const bench = benches[name]
  if (!bench) return
  log(`${name} started`)
  const tables = await bench.measure(log)
  const measured = new Map(bench.sections.flatMap(({ title }, place) => (tables[place] ? [[title, tables[place]] as const] : [])))
  for (const [title, table] of measured) print(title, table)
  if (!isSmall) await write(measured)
}

async function compare(name: string, commit: string): Promise<void> {
  const sections = benches[name]?.sections ?? []
  const measured = await compareBuilds({ root, part: name, sections, against: commit }, log)
  for (const [title, table] of measured) print(title, table)
  await write(measured)
}

async function write(measured: ReadonlyMap<string, Table>): Promise<void> {
  const earlier = await readFile(file, 'utf8').catch(() => '')
  const sections = Object.values(benches).flatMap((bench) => bench.sections)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, renderDocument(sections, { measured, earlier }))
  log(`${relative(root, file)} written`)
}

function print(title: string, { head, rows }: Table): void {
  const lines = [head, ...rows].map((row) => row.map((cell) => cell.padEnd(28)).join(''))
  console.log(`\n${title}\n${lines.join('\n')}\n`)
}
