import { isDid } from '@gateway/domain/identity/did'
import { InvalidField } from '@gateway/domain/kernel/error'
import { getReputation } from '@gateway/operations/identity/reading/get-reputation'
import { badge, badgePolicy } from '@gateway/pages/identity/badge'
import type { ServerContext } from '../context.ts'
import { etagOf, isKnown } from '../http/documents/document.ts'
import { admit } from '../http/limits/admission.ts'
import { clientAddressOf } from '../http/limits/client-address.ts'
import type { Route } from '../http/route.ts'

/** The badge of a DID, which pages of others embed: numbers and fixed words, for every DID. */
export const badgeRoutes = (api: ServerContext): readonly Route[] => [
  {
    method: 'GET',
    path: '/api/reputation/badge/{did}',
    cors: true,
    isCounted: true,
    answer: async ({ params, message, reply }) => {
      admit({ ...api, reply, address: clientAddressOf(message, api.trustedProxies) }, 'public')
      const { did } = params
      if (!isDid(did)) throw new InvalidField('did', 'must be a DID, such as did:key:z6Mk…')
      const { reputation } = await getReputation(api, { did })
      const body = badge(reputation)
      const etag = etagOf(body)
      const headers = {
        'Cache-Control': 'public, max-age=300',
        'Content-Security-Policy': badgePolicy,
        // Pages of other origins embed it, also those that ask for this policy.
        'Cross-Origin-Resource-Policy': 'cross-origin',
        ETag: etag,
      }
      return { status: isKnown(message.headers['if-none-match'], etag) ? 304 : 200, body, type: 'image/svg+xml', headers }
    },
  },
]
