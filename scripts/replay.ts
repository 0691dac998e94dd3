import { openOrm } from '@gateway/db/orm'
import { loginAs } from '@gateway/db/roles'
import { messageOf } from '@gateway/domain/kernel/error'
import type { Difference } from '@gateway/operations/payments/replay/compare-payment'
import { replayPayments } from '@gateway/operations/payments/replay/replay-payments'
import { findTarget } from './audit/target.ts'

const DIFFERS = 1
const COULD_NOT_RUN = 2

process.exitCode = await replay().catch((error: unknown) => {
  console.error(`replay failed: ${messageOf(error)}`)
  return COULD_NOT_RUN
})

/** Recomputes the payments of a database from their records, and prints differences from their rows (invariant I14). */
async function replay(): Promise<number> {
  const { databaseUrl } = findTarget(process.env)
  const orm = await openOrm({ url: loginAs('audit', databaseUrl), poolSize: 1 })
  try {
    const { payments, differences } = await replayPayments({ orm, tell: printDifference })
    console.log(
      differences === 0
        ? `${payments} payments were replayed; all equal their rows.`
        : `\n${payments} payments were replayed; ${differences} members differ from their rows.`,
    )
    return differences === 0 ? 0 : DIFFERS
  } finally {
    await orm.close()
  }
}

function printDifference({ paymentId, of, member, stored, replayed }: Difference): void {
  const what = of === 'payment' ? '' : ` deposit ${of}`
  console.log(`I14: payment ${paymentId}${what}: ${member} is ${stored}, replayed ${replayed}`)
}
