import { OffersNotServed } from '@gateway/domain/lightning/errors'
import type { Route } from '../http/route.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Offers (BOLT12) are not served, by whatever method they are asked for. */
export const offersRoutes: readonly Route[] = ['/api/lightning/offers', '/api/lightning/offers/{id}'].flatMap((path) =>
  methods.map((method): Route => ({ method, path, cors: false, answer: () => Promise.reject(new OffersNotServed()) })),
)
