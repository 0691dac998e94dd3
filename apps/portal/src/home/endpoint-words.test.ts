import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { queryClient, trpc } from '../trpc.ts'
import { Attention } from './attention.tsx'
import { endpointOff } from './endpoint-words.ts'
import { WebhookBanner } from './webhook-banner.tsx'

afterEach(() => queryClient.clear())

const since = '2026-10-14T12:40:00.000Z'
const DROPS_NONE = /none is dropped/

/** What the first page says of an endpoint. */
async function shown(endpoint: object, reason: string): Promise<string> {
  const asked = { businessId: 'shop' } as never
  queryClient.setQueryData(trpc.webhooks.portal.endpoint.queryKey(asked), { url: 'https://shop.example/hook', ...endpoint } as never)
  queryClient.setQueryData(trpc.payments.portal.attention.queryKey(asked), {
    attention: [{ kind: 'webhook_failing', payment_id: null, blockchain: null, amount: null, reason, since, steps: ['repair_receiver'] }],
  })
  const component = () => createElement(Fragment, null, createElement(WebhookBanner), createElement(Attention))
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' })
  const business = createRoute({ getParentRoute: () => signedIn, path: 'b/$business', component })
  const routeTree = root.addChildren([signedIn.addChildren([business])])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/b/shop'] }) })
  await router.load()
  // The portal's own router has more routes than the page asks about.
  const routed = createElement(RouterProvider, { router: router as never })
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, routed))
}

test('of an endpoint that is switched off the first page says that new events are not sent, and where they are', async () => {
  const off = { failures: 0, failing_since: null, disabled_at: since, waiting: 3 }
  for (const reason of ['gone', 'given_up']) {
    const page = await shown(off, reason)
    expect(page.split(endpointOff.fact)).toHaveLength(3)
    expect(page.split(endpointOff.help)).toHaveLength(3)
    expect(page).not.toMatch(DROPS_NONE)
  }
})

test('of an endpoint that is down the first page says that deliveries wait', async () => {
  const page = await shown({ failures: 14, failing_since: since, disabled_at: null, waiting: 3 }, 'down')
  expect(page).toMatch(/Deliveries wait their turn, and none is dropped.*Your webhook endpoint is failing.*Deliveries wait their turn/)
  expect(page).not.toContain(endpointOff.help)
})
