import { type Insert, insertTogether } from '@gateway/db/kernel/insert-together'
import { waitingRequest } from '@gateway/db/lightning/request-queries'
import type { LightningWanted } from '@gateway/domain/lightning/request'
import type { LightningWallet } from '@gateway/domain/lightning/wallet'
import type { Keep } from '../../idempotency/idempotency-keys.ts'
import { batched } from '../../kernel/batch-calls.ts'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'

type Asking = Pick<Context, 'orm' | 'ids' | 'clock'>

/** What is wanted of a wallet, and what is stored of the response to come. */
interface Wish {
  readonly wallet: LightningWallet
  readonly wanted: LightningWanted
  readonly keep?: Pick<Keep<unknown>, 'begun'> | undefined
}

/** Asks the role that has the node for an invoice, a send or a reading; concurrent callers share a transaction. @returns the id of the payment to come. */
export async function askNode(ctx: Asking, { wallet, wanted, keep }: Wish): Promise<string> {
  const id = ctx.ids.uuid()
  const { id: nodeId, merchantId, businessId, mode } = wallet
  const row = waitingRequest({ id, nodeId, merchantId, businessId, mode, kind: wanted.kind, wanted, createdAt: ctx.clock.now() })
  const outcome = await commitTogether(ctx.orm, { ctx, wanted, inserts: [row, ...(keep ? [keep.begun(id)] : [])] })
  if (outcome) throw outcome.problem
  return id
}

interface Asked {
  readonly ctx: Asking
  readonly wanted: LightningWanted
  readonly inserts: readonly Insert[]
}

const MAX_ASKED = 50

/** Undefined for what was committed. */
type Outcome = { readonly problem: unknown } | undefined

const commitTogether = batched({
  most: MAX_ASKED,
  work: async (_orm, asked: readonly Asked[]): Promise<Outcome[]> => {
    const together = await commit(asked)
    // Nothing of a statement that failed is written: one whose idempotency key was taken meanwhile keeps no other from its own.
    return together && asked.length > 1 ? Promise.all(asked.map((one) => commit([one]))) : asked.map(() => together)
  },
})

async function commit(asked: readonly Asked[]): Promise<Outcome> {
  const [first] = asked
  if (!first) return undefined
  try {
    await transaction(first.ctx, async (em) => {
      await insertTogether(
        em,
        asked.flatMap(({ inserts }) => inserts),
      )
      for (const { wanted } of asked)
        queueNotification(em, { channel: 'lightning_due', payload: wanted.kind === 'invoice' ? 'invoice' : 'send' })
    })
    return undefined
  } catch (problem) {
    return { problem }
  }
}
