import { payCheckout } from '@gateway/devnet/stripe/visit-pages'
import { eventually } from '@gateway/testing/wait'
import { type Said, say } from './say.ts'
import { type Shop, untilShows } from './shop.ts'

type Members = Readonly<Record<string, unknown>>

/** A shop that takes cards, as its backend uses the API. */
export interface CardShop extends Shop {
  request(route: string, body?: Members, headers?: Readonly<Record<string, string>>): Promise<Said>
  /** Creates a card payment, in US dollars by default. @throws {Error} when it is refused. */
  createCard(terms?: Members): Promise<Members>
  /** The same, paid on its page by a card that succeeds, and captured. */
  createPaidCard(terms?: Members): Promise<Members>
  readCard(id: unknown): Promise<Members>
  /** Waits until a card payment has a status (or `until` accepts it). */
  cardReaches(id: unknown, until: string | ((payment: Members) => boolean)): Promise<Members>
  /** Waits for as many webhooks of a card payment; returns all it got, in sequence order, each once. */
  cardEvents(id: unknown, many: number): Promise<readonly CardEvent[]>
}

/** A webhook of a card payment. */
interface CardEvent {
  readonly id: string
  readonly type: string
  readonly sequence: number
  readonly data: Members
}

/** Opens the counter for cards of a shop, before its onboarding. */
export function cardShopOf(shop: Shop): CardShop {
  const request: CardShop['request'] = (route, body, headers) =>
    say(shop.api, route, { key: shop.key, ...(body && { body }), ...(headers && { headers }) })
  const readCard = async (id: unknown): Promise<Members> =>
    memberOf(await accepted(request(`GET /cards/payments/${String(id)}`)), 'payment')
  const cardReaches: CardShop['cardReaches'] = (id, until) => {
    const accepts = typeof until === 'string' ? (payment: Members) => payment['status'] === until : until
    return untilShows(`card payment ${String(id)}`, () => readCard(id), accepts)
  }
  const createCard = async (terms: Members = {}): Promise<Members> =>
    memberOf(await accepted(request('POST /cards/payments/create', { businessId: shop.businessId, amount: 2_500, ...terms })), 'payment')
  return {
    ...shop,
    request,
    readCard,
    cardReaches,
    createCard,
    createPaidCard: async (terms) => {
      const { id, checkout_url: page } = await createCard(terms)
      await payCheckout(String(page))
      return cardReaches(id, 'succeeded')
    },
    cardEvents: (id, many) =>
      eventually(`${many} webhooks of card payment ${String(id)}`, async () => {
        const own = shop.receiver.received.filter(({ data }) => data['card_payment_id'] === id)
        const bySequence = new Map(own.map((event) => [event.sequence, event]))
        return bySequence.size >= many && [...bySequence.values()].toSorted((a, b) => a.sequence - b.sequence)
      }),
  }
}

async function accepted(asked: Promise<Said>): Promise<Members> {
  const { status, body } = await asked
  if (status >= 300) throw new Error(`the API answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** The object under a name of an answer. */
const memberOf = (body: Members, name: string): Members => Object(body[name])
