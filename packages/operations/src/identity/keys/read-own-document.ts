import { listIssuerKeys } from '@gateway/db/identity/issuer-key-queries'
import type { ApiContext } from '../../kernel/context.ts'
import { didDocumentOf } from '../dids/did-document.ts'

/** The DID document of the service, with every key that has ever signed. */
export const readOwnDocument = async ({ orm, publicUrl }: Pick<ApiContext, 'orm' | 'publicUrl'>) =>
  didDocumentOf({ publicUrl, keys: await listIssuerKeys(orm.em.fork()) })
