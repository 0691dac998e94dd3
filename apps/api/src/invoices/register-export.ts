import { InvoiceRegisterInput } from '@gateway/contract/invoices/inputs'
import { presentRegisterLine, registerCsvHead } from '@gateway/contract/invoices/register-csv'
import { exportRegister } from '@gateway/operations/invoices/reading/export-register'
import type { ServerContext } from '../context.ts'
import { requireScope } from '../http/procedures/require-scope.ts'
import type { Route } from '../http/route.ts'
import { csvRoute } from '../http/streams/csv-route.ts'

/** The register of invoice numbers of a business as a CSV file. */
export const registerCsvRoute = (api: ServerContext): Route =>
  csvRoute(api, {
    path: '/api/invoices/register.csv',
    input: InvoiceRegisterInput,
    callerOf: (actor) => {
      requireScope(actor, { name: 'invoices.register', type: 'query' })
      return actor
    },
    pages: async ({ actor, wish }) => exportRegister(api, { actor, businessId: wish.businessId }),
    head: registerCsvHead,
    line: presentRegisterLine,
  })
