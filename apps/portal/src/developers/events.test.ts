import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { TRPCClientError } from '@trpc/client'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { queryClient, trpc } from '../trpc.ts'
import { EventsPage } from './events.tsx'

afterEach(() => queryClient.clear())

async function shown(): Promise<string> {
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' })
  const business = createRoute({ getParentRoute: () => signedIn, path: 'b/$business', component: EventsPage })
  const routeTree = root.addChildren([signedIn.addChildren([business])])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/b/shop'] }) })
  await router.load()
  // The portal's own router has more routes than the page asks about.
  const routed = createElement(RouterProvider, { router: router as never })
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, routed))
}

test('events that are there stay when more cannot be loaded, and the page says so beside the way to try again', async () => {
  const queryKey = trpc.webhooks.events.queryKey({ businessId: 'shop' } as never)
  const page = { events: [{ id: 'e1', type: 'payment.created', created_at: '2026-10-01T12:00:00.000Z', sequence: 1 }], has_more: true }
  queryClient.setQueryData(queryKey, { pages: [{ ...page, next_cursor: 'e1' }], pageParams: [''] } as never)
  expect(await shown()).not.toContain('could not be loaded')
  queryClient
    .getQueryCache()
    .find({ queryKey })
    ?.setState({ status: 'error', error: new TRPCClientError('fetch failed'), fetchMeta: { fetchMore: { direction: 'forward' } } })
  expect(await shown()).toMatch(/payment\.created.*role="alert".*More events could not be loaded.*did not answer.*Show more/)
})
