import { jsonLdContextOf } from '@gateway/operations/identity/signing/json-ld-context'
import { readOwnDocument } from '@gateway/operations/identity/keys/read-own-document'
import { readStatusList } from '@gateway/operations/identity/status/read-list'
import type { ServerContext } from '../context.ts'
import type { Answer, Route } from '../http/route.ts'

const shared = { method: 'GET', cors: true, countedAs: 'credentials' } as const
const json = (type: string, body: object): Answer => ({ status: 200, type, body: JSON.stringify(body) })

/** What verifiers of credentials read: the service's DID document, the context of its types, and its status lists. */
export const documentRoutes = (api: ServerContext): readonly Route[] => [
  { ...shared, path: '/.well-known/did.json', answer: async () => json('application/did+json', await readOwnDocument(api)) },
  { ...shared, path: '/credentials/context/v1', answer: async () => json('application/ld+json', jsonLdContextOf(api.publicUrl)) },
  {
    ...shared,
    path: '/credentials/status/{id}',
    answer: async ({ params: { id = '' } }) => ({ status: 200, type: 'application/vc+jwt', body: await readStatusList(api, { id }) }),
  },
]
