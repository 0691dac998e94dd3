import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawPlan } from './harness/plan.ts'
import { judge } from './harness/judge.ts'
import { runChaos } from './harness/run-chaos.ts'
import type { Case } from './oracle/case.ts'

const FOUR_MINUTES_MS = 240_000

/** What the same run would be if something else had been agreed, and the sentence that then does not hold. */
const lies: readonly (readonly [sentence: string, told: (judged: Case) => Case])[] = [
  ['C1', (judged) => ({ ...judged, orders: judged.orders.map((order) => ({ ...order, sentUnits: `${order.sentUnits}0` })) })],
  ['C3', (judged) => ({ ...judged, platform: { ...judged.platform, BTC: judged.shops[0]?.wallets.BTC ?? '' } })],
  ['C1', returningElsewhere],
  ['C3', returningElsewhere],
  ['C6', (judged) => ({ ...judged, receiverLog: withoutItsEnd(judged.receiverLog) })],
  ['C9', (judged) => ({ ...judged, orders: judged.orders.slice(1), unanswered: 0 })],
]

test(
  'forty payments survive eight kills, lying nodes and reorganisations: nothing is lost, nothing is paid twice, and the judge can say no',
  async () => {
    const examine = async (judged: Case, folder: string): Promise<void> => {
      for (const [sentence, told] of lies) {
        const file = join(folder, `${sentence}.json`)
        writeFileSync(file, JSON.stringify(told(judged)))
        const { passed, findings } = await judge(file)
        expect(passed).toBe(false)
        expect(findings.find(({ id }) => id === sentence)?.failures).toBeGreaterThan(0)
      }
    }
    const { passed, said, kills, folder } = await runChaos(drawPlan({ seed: 'every change', payments: 40, kills: 8 }), {
      show: () => {},
      examine,
    })
    expect(passed, `${said}\nlogs in ${folder}`).toBe(true)
    expect(kills).toBe(8)
  },
  FOUR_MINUTES_MS,
)

/** Customers want their money where the platform's fees go. */
function returningElsewhere(judged: Case): Case {
  const returnTo = judged.platform.BTC
  return { ...judged, orders: judged.orders.map((order) => (order.returnTo === undefined ? order : { ...order, returnTo })) }
}

function withoutItsEnd(file: string): string {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const shorter = `${file}.shorter`
  writeFileSync(
    shorter,
    lines
      .slice(0, -1)
      .map((line) => `${line}\n`)
      .join(''),
  )
  return shorter
}
