import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { queryClient, trpc } from '../trpc.ts'
import { readListFilters } from '../ui/list/list-filters.ts'
import { ApiKeysPage } from './api-keys.tsx'

afterEach(() => queryClient.clear())

/** The page at an address of the portal. */
async function shown(address: string): Promise<string> {
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' })
  const business = createRoute({ getParentRoute: () => signedIn, path: 'b/$business' })
  const page = createRoute({ getParentRoute: () => business, path: 'api-keys', validateSearch: readListFilters, component: ApiKeysPage })
  const routeTree = root.addChildren([signedIn.addChildren([business.addChildren([page])])])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) })
  await router.load()
  // The portal's own router has more routes than the page asks about.
  const routed = createElement(RouterProvider, { router: router as never })
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, routed))
}

/** What the server answers to a page of 101 keys. */
const answer = (offset: number, names: readonly string[]) => {
  const keys = names.map((name) => ({ id: name, name, scopes: ['*'], created_at: '2026-10-01', revoked_at: null, expires_at: null }))
  const asked = { id: 'shop', limit: 50, ...(offset > 0 && { offset: String(offset) }) }
  queryClient.setQueryData(trpc.businesses.keys.list.queryKey(asked as never), { keys, total: 101, limit: 50, offset } as never)
}

test('a hundred newer keys, revoked ones too, leave an older one within reach', async () => {
  answer(0, ['Newest till'])
  answer(100, ['Oldest till'])
  const first = await shown('/b/shop/api-keys')
  expect(first).toContain('Newest till')
  expect(first).toMatch(/101 keys.*<button type="button" class="[^"]*">Older/)
  const last = await shown('/b/shop/api-keys?offset=%22100%22')
  expect(last).toMatch(/Oldest till.*Revoke….*disabled="">Older/)
})
