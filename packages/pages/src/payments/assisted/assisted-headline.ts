import type { AssistedRefundState } from '@gateway/domain/payments/assisted-refund'
import type { Part } from '../../html.ts'
import type { Tone } from '../../parts/glyphs.ts'
import type { SpokenAssisted } from './assisted-words.ts'

/** What is true of a refund, and what follows. */
export interface Headline {
  readonly tone: Tone
  readonly title: Part
  readonly help: Part
}

type Headlines = Readonly<Record<AssistedRefundState, (page: SpokenAssisted) => Headline>>

/** What its payer reads. */
export const payerHeadline = (page: SpokenAssisted): Headline => ofPayer[page.refund.state](page)

/** What whoever pays it reads. */
export const payHeadline = (page: SpokenAssisted): Headline => ofPay[page.refund.state](page)

const ofPayer: Headlines = {
  offered: ({ t, refund, merchant, coins }) => ({
    tone: 'pending',
    title: t.offered(merchant, coins(refund.units)),
    help: t.offeredHelp(merchant),
  }),
  named: ({ t, merchant }) => ({ tone: 'pending', title: t.named(merchant), help: t.namedHelp(merchant) }),
  paying: ({ t, shared, refund, merchant, coins, sentUnits }) =>
    refund.openUnits === 0n
      ? { tone: 'forwarding', title: shared.sent, help: shared.sentHelp }
      : {
          tone: 'forwarding',
          title: t.partly(coins(sentUnits), coins(refund.units)),
          help: t.partlyHelp(coins(refund.openUnits), merchant),
        },
  refunded: ({ shared, refund, coins }) => ({ tone: 'refunded', title: shared.returned(coins(refund.units)), help: shared.returnedHelp }),
  cancelled: ({ t, merchant }) => ({ tone: 'cancelled', title: t.cancelled(merchant), help: t.cancelledHelp(merchant) }),
  expired: ({ t, merchant }) => ({ tone: 'expired', title: t.expired, help: t.expiredHelp(merchant) }),
}

const toPay = ({ t, merchant }: SpokenAssisted): Headline => ({ tone: 'pending', title: t.pay, help: t.payHelp(merchant) })

const ofPay: Headlines = {
  offered: ({ t }) => ({ tone: 'pending', title: t.unnamed, help: t.unnamedHelp }),
  named: toPay,
  paying: (page) =>
    page.refund.openUnits === 0n ? { tone: 'forwarding', title: page.t.confirming, help: page.shared.sentHelp } : toPay(page),
  refunded: ({ t, shared }) => ({ tone: 'refunded', title: t.arrived, help: shared.returnedHelp }),
  cancelled: ({ t }) => ({ tone: 'cancelled', title: t.payCancelled, help: t.payCancelledHelp }),
  expired: ({ t }) => ({ tone: 'expired', title: t.expired, help: t.payExpiredHelp }),
}
