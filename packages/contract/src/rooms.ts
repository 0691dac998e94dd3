import type { MembersOf, Merged } from '@gateway/domain/rooms'
import { accountsRoom } from './rooms/accounts.ts'
import { businessesRoom } from './rooms/businesses.ts'
import { cardsRoom } from './rooms/cards.ts'
import { escrowsRoom } from './rooms/escrows.ts'
import { identityRoom } from './rooms/identity.ts'
import { invoicesRoom } from './rooms/invoices.ts'
import { lightningRoom } from './rooms/lightning.ts'
import { oauthRoom } from './rooms/oauth.ts'
import { paymentsRoom } from './rooms/payments.ts'
import { ratesRoom } from './rooms/rates.ts'
import { seriesRoom } from './rooms/series.ts'
import { webhooksRoom } from './rooms/webhooks.ts'
import type { ContractRoom } from './wire/objects/room.ts'

/** Every room that has events or refusals of its own, in the order in which they are listed for readers. */
const rooms = {
  payments: paymentsRoom,
  escrows: escrowsRoom,
  cards: cardsRoom,
  series: seriesRoom,
  invoices: invoicesRoom,
  lightning: lightningRoom,
  oauth: oauthRoom,
  identity: identityRoom,
  businesses: businessesRoom,
  accounts: accountsRoom,
  rates: ratesRoom,
  webhooks: webhooksRoom,
} as const satisfies Readonly<Record<string, ContractRoom>>

type Rooms = (typeof rooms)[keyof typeof rooms]

/** Every kind of object that has events, by the noun that the names of its events begin with. */
export const subjects: Merged<MembersOf<Rooms, 'subjects'>> = Object.assign(
  {},
  ...Object.values<ContractRoom>(rooms).map((room) => room.subjects),
)

/** The kinds of object that have events. */
export type SubjectName = keyof typeof subjects

/** Every refusal of the rooms, by its code. */
export const roomErrors: Merged<MembersOf<Rooms, 'errors'>> = Object.assign(
  {},
  ...Object.values<ContractRoom>(rooms).map((room) => room.errors),
)
