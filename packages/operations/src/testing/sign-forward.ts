import { payoutOwners } from '../jobs/payout-owners.ts'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { PaymentState } from '@gateway/domain/payments/machine'
import { openPricedSigner } from '../custody/costs/priced-signer.ts'
import { advanceHighWater } from '../custody/recovery/advance-high-water.ts'
import type { SignerContext } from '../custody/signer-context.ts'
import { signDuePayouts } from '../custody/signing/sign-due-payouts.ts'
import { signPayouts } from '../custody/signing/sign-payouts.ts'

/** The rooms that the signer tells, as its process has them. */
export const testOwners = payoutOwners

/** Signs everything that is due on a chain. @returns how many payouts were signed. */
export const signDue = (ctx: SignerContext, chain: ChainCode = 'BTC'): Promise<number> => signDuePayouts(ctx, { chain, owners: testOwners })

/** The round of a confirmed payment waits; the message says why. */
export class ForwardHeld extends Error {}

/** Signs the waiting rounds of a payment, as the loop of the signer does. @throws {ForwardHeld} when the payment stays confirmed. */
export async function signForward(ctx: SignerContext, { paymentId }: { paymentId: string }): Promise<{ state: PaymentState }> {
  await signPayouts(await openPricedSigner(ctx), testOwners, [{ purpose: 'forward', ref: paymentId }])
  await advanceHighWater(ctx)
  const db = tables(ctx.orm.em.fork())
  const { state } = await db.selectFrom('payment').select('state').where('id', '=', paymentId).executeTakeFirstOrThrow()
  if (state !== 'confirmed') return { state }
  const looked = db.selectFrom('spend_intent').select('holdReason').where('ref', '=', paymentId).where('updatedAt', '=', ctx.clock.now())
  const held = await looked.where('state', '=', 'held').executeTakeFirst()
  throw new ForwardHeld(`The forward waits: ${held?.holdReason ?? 'nothing_to_forward'}`)
}
