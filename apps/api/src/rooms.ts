import { accountsRoom } from './accounts/room.ts'
import { businessesRoom } from './businesses/room.ts'
import { cardsRoom } from './cards/room.ts'
import { escrowsRoom } from './escrows/room.ts'
import { identityRoom } from './identity/room.ts'
import { invoicesRoom } from './invoices/room.ts'
import { lightningRoom } from './lightning/room.ts'
import { oauthRoom } from './oauth/room.ts'
import { operatorRoom } from './operator/room.ts'
import { paymentsRoom } from './payments/room.ts'
import { ratesRoom } from './rates/room.ts'
import { seriesRoom } from './series/room.ts'
import { webhooksRoom } from './webhooks/room.ts'
import type { ApiRoom } from './http/room.ts'

/** Every room that has procedures. */
export const rooms = {
  accounts: accountsRoom,
  businesses: businessesRoom,
  payments: paymentsRoom,
  escrows: escrowsRoom,
  cards: cardsRoom,
  series: seriesRoom,
  invoices: invoicesRoom,
  lightning: lightningRoom,
  oauth: oauthRoom,
  identity: identityRoom,
  rates: ratesRoom,
  webhooks: webhooksRoom,
  operator: operatorRoom,
} as const satisfies Readonly<Record<string, ApiRoom>>
