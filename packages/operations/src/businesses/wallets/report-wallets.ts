import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Requester } from '@gateway/domain/accounts/requester'
import { type Business, walletsAt } from '@gateway/domain/businesses/business'
import { assetCodes } from '@gateway/domain/money/asset'
import type { WalletChange } from '@gateway/pages/emails/email-facts'
import { requesterOf } from '../../accounts/auth/requester-of.ts'
import { type EmailContext, queueEmail } from '../../accounts/emails/queue-email.ts'
import { getOwner } from '../get-owner.ts'
import { prefixOf } from '../prefix-of.ts'

/** A business before and after a change, and who changed it. */
interface Changed {
  readonly before: Business
  readonly after: Business
  readonly actor: Actor
}

/** Reports a change of wallets to the owner by e-mail, in the caller's transaction: an API key of an attacker can change wallets too. */
export async function reportWallets(em: Em, ctx: EmailContext & Requester, { before, after, actor }: Changed): Promise<void> {
  const now = ctx.clock.now()
  const changes = changesOf(before, after, now)
  if (changes.length === 0) return
  const { id: merchantId, email: to } = await getOwner(em, { businessId: after.id })
  const facts = {
    kind: 'wallets_changed',
    to,
    business: { id: after.id, name: after.name },
    changes,
    changedAt: now.toISOString(),
    countsFrom: countsFrom(after, now),
    byKey: prefixOf(actor),
    from: requesterOf(ctx),
  } as const
  await queueEmail(em, ctx, { merchantId, facts })
}

/** Each changed wallet. The old one is what payments go to, which a change that still waits is not; putting that back is a change too. */
function changesOf(before: Business, after: Business, now: Date): WalletChange[] {
  const counting = walletsAt(before, now)
  return assetCodes
    .filter((asset) => before.wallets[asset] !== after.wallets[asset])
    .map((asset) => {
      const old = counting[asset] === after.wallets[asset] ? before.wallets[asset] : counting[asset]
      return { asset, before: old ?? null, after: after.wallets[asset] ?? null }
    })
}

/** When the last of the new wallets takes effect; null when all have. */
function countsFrom({ formerWallets }: Business, now: Date): string | null {
  const latest = Math.max(0, ...Object.values(formerWallets).map(({ until }) => Date.parse(until)))
  return latest > now.getTime() ? new Date(latest).toISOString() : null
}
