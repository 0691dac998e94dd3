import { MAX_BUSINESSES } from '@gateway/domain/businesses/limits'
import { trpc } from '../trpc.ts'

/** Every business of the merchant, in one page. */
export const everyBusiness = () => trpc.businesses.list.queryOptions({ limit: MAX_BUSINESSES })
