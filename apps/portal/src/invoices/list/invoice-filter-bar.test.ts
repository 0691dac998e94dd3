import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { queryClient, trpc } from '../../trpc.ts'
import { clientsQuery } from '../clients/clients-query.ts'
import { readInvoiceFilters } from '../filters.ts'
import { InvoiceFilterBar } from './invoice-filter-bar.tsx'

afterEach(() => queryClient.clear())

/** The bar at an address of the portal. */
async function shown(address: string): Promise<string> {
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' })
  const business = createRoute({ getParentRoute: () => signedIn, path: 'b/$business' })
  const page = createRoute({
    getParentRoute: () => business,
    path: 'invoices',
    validateSearch: readInvoiceFilters,
    component: InvoiceFilterBar,
  })
  const routeTree = root.addChildren([signedIn.addChildren([business.addChildren([page])])])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) })
  await router.load()
  // The portal's own router has more routes than the bar asks about.
  const routed = createElement(RouterProvider, { router: router as never })
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, routed))
}

test('the filter names the client that narrows the list, one that is older than those it offers too', async () => {
  queryClient.setQueryData(clientsQuery('shop').queryKey, { clients: [{ id: 'new', name: 'Quark AG' }], next_cursor: 'more' } as never)
  queryClient.setQueryData(trpc.invoices.clients.get.queryKey({ id: 'old' }), { client: { id: 'old', name: 'Zimt & Co' } } as never)
  expect(await shown('/b/shop/invoices?client=old')).toMatch(/<option value="old" selected="">Zimt &amp; Co<\/option><option value="new">/)
  expect(await shown('/b/shop/invoices?client=new')).toMatch(
    /Client: any<\/option><option value="new" selected="">Quark AG<\/option><\/select>/,
  )
  expect(await shown('/b/shop/invoices')).toMatch(/<option value="" selected="">Client: any<\/option><option value="new">/)
})
