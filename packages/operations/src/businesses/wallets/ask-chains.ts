import {
  askAddresses,
  deleteAddressQuestions,
  findAddressUses,
  type NamedPlace,
  nameOf,
} from '@gateway/db/kernel/addresses/address-question-queries'
import type { Orm } from '@gateway/db/orm'
import type { AddressUse } from '@gateway/domain/custody/address-use'
import type { AskChain, Context } from '../../kernel/context.ts'
import { publishNotifications } from '../../kernel/notifications.ts'

/** The source of notifications that a chain's reader has answered. */
interface Hearing {
  /** Resolves with the next notification, or after `ms`. */
  next(wanted: { channel: string; payload: string; ms: number }): Promise<void>
}

interface Asking extends Pick<Context, 'orm' | 'clock'> {
  readonly news: Hearing
}

const LONGEST_MS = 2_000
/** An answer counts so long: a page checks an address while it is typed, and again when it is sent. */
const FRESH_MS = 60_000
const KEPT_MS = 24 * 60 * 60 * 1_000

/** Asks the reader of an address's chain what the node knows it as, and waits at most two seconds. */
export const askChains =
  ({ orm, clock, news }: Asking, longestMs = LONGEST_MS): AskChain =>
  async (place) => {
    const at = clock.now()
    const since = new Date(at.getTime() - FRESH_MS)
    const known = await findUse(orm, place, since)
    if (known !== undefined) return known
    const endsAt = performance.now() + longestMs
    await askAddresses(orm.em.fork(), { places: [place], at, since })
    publishNotifications(orm, [{ channel: 'address_asked', payload: place.chain }])
    for (;;) {
      const leftMs = endsAt - performance.now()
      const heard = news.next({ channel: 'address_answered', payload: place.chain, ms: Math.max(1, leftMs) })
      const use = await findUse(orm, place, since)
      if (use !== undefined || leftMs <= 0) return use
      await heard
    }
  }

const findUse = async (orm: Orm, place: NamedPlace, since: Date): Promise<AddressUse | undefined> =>
  (await findAddressUses(orm.em.fork(), { places: [place], since })).get(nameOf(place))

/** Forgets questions of yesterday, whether or not they were answered. */
export const forgetAddressQuestions = ({ orm, clock }: Pick<Context, 'orm' | 'clock'>): Promise<void> =>
  deleteAddressQuestions(orm.em.fork(), { before: new Date(clock.now().getTime() - KEPT_MS) })
