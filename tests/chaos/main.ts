import { parseArgs } from 'node:util'
import { writeOutcome } from './harness/document.ts'
import { drawPlan } from './harness/plan.ts'
import { runChaos } from './harness/run-chaos.ts'

/** `npm run chaos -- --seed S --payments N --escrows E --series R --cards C --invoices I --sends L --kills K [--write] [--plan]`: runs payments, escrows, series, card payments, invoices and Lightning payments under faults and judges them. `--write` adds the result to the document; `--plan` only prints the plan. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    payments: { type: 'string', default: '300' },
    escrows: { type: 'string', default: '60' },
    series: { type: 'string', default: '20' },
    cards: { type: 'string', default: '60' },
    invoices: { type: 'string', default: '40' },
    sends: { type: 'string', default: '20' },
    kills: { type: 'string', default: '30' },
    write: { type: 'boolean', default: false },
    plan: { type: 'boolean', default: false },
  },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const counts = {
  payments: countOf('payments'),
  escrows: countOf('escrows'),
  series: countOf('series'),
  cards: countOf('cards'),
  invoices: countOf('invoices'),
  sends: countOf('sends'),
  kills: countOf('kills'),
}
const plan = drawPlan({ seed: values.seed, ...counts })
if (values.plan) say(JSON.stringify(plan, null, 2))
else {
  const startedAt = performance.now()
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())
  const outcome = await runChaos(plan, { show: say, interrupted: interruption.signal })
  say(
    `\nseed ${plan.seed}: ${plan.payments} payments, ${plan.escrows} escrows, ${plan.series} series, ${plan.cards} card payments, ${plan.invoices} invoices, ${plan.sends} Lightning payments, ${outcome.kills} kills\n\n${outcome.said}`,
  )
  if (values.write) say(`written into ${await writeOutcome(plan, outcome, performance.now() - startedAt)}`)
  if (!outcome.passed) say(`Logs and files of this run: ${outcome.folder}`)
  process.exit(outcome.passed ? 0 : 1)
}

function countOf(name: 'payments' | 'escrows' | 'series' | 'cards' | 'invoices' | 'sends' | 'kills'): number {
  const count = Number(values[name])
  if (!Number.isInteger(count) || count < (name === 'payments' ? 1 : 0)) throw new Error(`--${name} ${values[name]} is not a valid number`)
  return count
}
