import { catchUp } from './catch-up/bench.ts'
import { creation } from './creation/bench.ts'
import { writeDocument } from './document.ts'
import { forwarding } from './forwarding/bench.ts'
import { gas } from './gas/bench.ts'
import { lifecycle } from './lifecycle/bench.ts'
import { million } from './million/bench.ts'
import { reading } from './reading/bench.ts'
import { recovery } from './recovery/bench.ts'
import type { Bench, Section } from './section.ts'
import { fanOut } from './fan-out/bench.ts'
import { qr } from './qr/bench.ts'
import { streams } from './streams/bench.ts'
import { watching } from './watching/bench.ts'

/** Every part, in the order of the document. `npm run bench -- creation gas` runs some. */
const benches: Readonly<Record<string, Bench>> = {
  creation,
  reading,
  streams,
  'fan-out': fanOut,
  qr,
  watching,
  'catch-up': catchUp,
  million,
  lifecycle,
  forwarding,
  recovery,
  gas,
}
/** Those that take minutes to prepare: only when they are named, or with `--all`. */
const long = ['million']

const startedAt = performance.now()
const log = (line: string): void => console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`)
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0) throw new Error(`there is no bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`)

for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  if (wanted.length === 0 && long.includes(name) && !process.argv.includes('--all')) {
    log(`${name} is left out, because it takes minutes to fill its database: name it, or say --all`)
    continue
  }
  log(`${name} begins`)
  const sections = await bench(log)
  for (const section of sections) print(section)
  log(`written into ${await writeDocument(sections)}`)
}
process.exit(0)

function print({ title, head, rows }: Section): void {
  const lines = [head, ...rows].map((row) => row.map((cell) => cell.padEnd(28)).join(''))
  console.log(`\n${title}\n${lines.join('\n')}\n`)
}
