import { ExportCardsInput } from '@gateway/contract/portal/cards'
import { cardsCsvHead, presentCardLine } from '@gateway/contract/portal/cards-csv'
import { exportPortalCards } from '@gateway/operations/cards/portal/list-portal-cards'
import { requireMerchant } from '@gateway/operations/accounts/auth/require-merchant'
import type { ServerContext } from '../context.ts'
import type { Route } from '../http/route.ts'
import { csvRoute } from '../http/streams/csv-route.ts'

/** The card payments of a business as a CSV file. */
export const cardsCsvRoute = (api: ServerContext): Route =>
  csvRoute(api, {
    path: '/portal/card-payments.csv',
    input: ExportCardsInput,
    callerOf: requireMerchant,
    pages: (request) => exportPortalCards(api, request),
    head: cardsCsvHead,
    line: presentCardLine,
  })
