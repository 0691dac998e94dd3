import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { SpendPurpose } from '@gateway/domain/custody/purposes'
import type { Context } from '../../kernel/context.ts'
import { advanceIntents } from './advance-intents.ts'
import { resizeLeg } from './resize-leg.ts'

/** A leg that will never pay, and the block or transaction that proves it. */
interface Void {
  readonly intent: SpendIntentEntity
  readonly shownBy: string
}

/** Ends an open leg that will never pay: its postings are reversed, and its deposits are free for another one. */
export async function voidLeg(em: Em, ctx: Context, { intent, shownBy }: Void): Promise<void> {
  await resizeLeg(em, ctx, { intent, deposits: [], blockHash: shownBy })
  await advanceIntents(em, ctx, { ids: [intent.id], input: 'void', patch: { holdReason: null, heldSince: null } })
}

/** The legs of an object for a purpose. */
interface Legs {
  readonly purpose: SpendPurpose
  readonly ref: string
  readonly shownBy: string
}

/** Ends all open legs of an object for a purpose that will never pay. */
export async function voidLegs(em: Em, ctx: Context, { purpose, ref, shownBy }: Legs): Promise<void> {
  const open = (await tables(em)
    .selectFrom('spend_intent')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('ref', '=', ref)
    .where('state', 'not in', ['final', 'void'])
    .orderBy('id')
    .forUpdate()
    .execute()) as SpendIntentEntity[]
  for (const intent of open) await voidLeg(em, ctx, { intent, shownBy })
}
