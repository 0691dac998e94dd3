import { LONGEST_BUILD_MS } from '@gateway/devnet/downloads/obtain-go-program'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storyTemplate } from '../support/template.ts'
import { sizes } from '../support/tier.ts'
import { forgeries, spoil } from './forged.ts'
import { auditRun } from './harness/audit-run.ts'
import { drawPlan } from './harness/plan.ts'
import { judge } from './harness/judge.ts'
import { runChaos } from './harness/run-chaos.ts'
import type { Case } from './oracle/case.ts'

test(
  'payments, escrows, series, card payments, invoices and Lightning payments survive kills, lying nodes and reorgs without loss or double payment, and oracle, audit and replay detect forged runs',
  { timeout: LONGEST_BUILD_MS },
  async () => {
    const examine = async (judged: Case, folder: string): Promise<void> => {
      const believed: object[] = []
      for (const [index, { sentence, forge }] of forgeries.entries()) {
        const file = join(folder, `forged-${index}.json`)
        writeFileSync(file, JSON.stringify(await forge(judged)))
        const { passed, findings, said } = await judge(file)
        const isFound = !passed && findings.some(({ id, failures }) => id === sentence && failures > 0)
        if (!isFound) believed.push({ index, sentence, said })
      }
      expect(believed).toEqual([])
      await spoil(judged)
      expect(await auditRun(judged)).toMatchObject({ passed: false, findings: [{ failures: 1 }, { failures: 1 }] })
    }
    const { findings, said, harm, folder } = await runChaos(
      drawPlan({
        seed: 'every change',
        payments: sizes.chaosPayments,
        escrows: sizes.chaosEscrows,
        series: sizes.chaosSeries,
        cards: sizes.chaosCards,
        invoices: sizes.chaosInvoices,
        sends: sizes.chaosSends,
        kills: sizes.chaosKills,
      }),
      {
        show: () => {},
        built: (await storyTemplate()).built,
        examine,
        // Other tests share the machine; `npm run chaos` measures the time to settle.
        patience: { moneyMs: 600_000, toldMs: 900_000 },
      },
    )
    // The speed of payouts (C12) is judged by `npm run chaos`, on an otherwise idle machine.
    const broken = findings.filter(({ id, failures }) => failures > 0 && id !== 'C12').map(({ id }) => id)
    expect(broken, `${said}\nlogs in ${folder}`).toEqual([])
    expect(findings.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C9', 'C11', 'C12', 'C13', 'C14']),
    )
    expect(harm.kill).toBe(sizes.chaosKills)
    expect(Object.entries(harm).filter(([, times]) => times === 0)).toEqual([])
  },
)
