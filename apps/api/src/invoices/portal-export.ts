import { InvoiceRegisterInput } from '@gateway/contract/invoices/inputs'
import { presentRegisterLine, registerCsvHead } from '@gateway/contract/invoices/register-csv'
import { requireBearer } from '@gateway/operations/oauth/authenticate-bearer'
import { requireMerchant } from '@gateway/operations/accounts/auth/require-merchant'
import { readOwnDocument } from '@gateway/operations/invoices/portal/read-own-document'
import { exportRegister } from '@gateway/operations/invoices/reading/export-register'
import { contextOf, type ServerContext } from '../context.ts'
import { admit, countRefused } from '../http/limits/admission.ts'
import type { Route } from '../http/route.ts'
import { csvRoute } from '../http/streams/csv-route.ts'
import { pdfAnswer } from './pdf-export.ts'

/** Files of invoices for their signed-in merchant, where a cookie counts: the register of numbers, and the documents. */
export const portalExportRoutes = (api: ServerContext): Route[] => [
  csvRoute(api, {
    path: '/portal/invoice-register.csv',
    input: InvoiceRegisterInput,
    callerOf: requireMerchant,
    pages: async ({ actor, wish }) => exportRegister(api, { actor, businessId: wish.businessId }),
    head: registerCsvHead,
    line: presentRegisterLine,
  }),
  {
    method: 'GET',
    path: '/portal/invoice-documents/{id}',
    cors: false,
    isCounted: true,
    answer: async (request) => {
      const ctx = contextOf(api, request)
      const actor = await countRefused(ctx, requireBearer(ctx, ctx.credential))
      admit({ ...ctx, actor }, 'default')
      return pdfAnswer(await readOwnDocument(api, { actor, id: request.params['id'] ?? '' }))
    },
  },
]
