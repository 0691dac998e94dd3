import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { queryClient, trpc } from '../../trpc.ts'
import { useWalletChoice, type WalletChoice } from './use-wallet-choice.ts'
import { walletField } from './wallet-field.ts'

afterEach(() => queryClient.clear())

/** What is offered where the list is narrowed to a wallet. */
async function offered(named: string | undefined): Promise<WalletChoice | undefined> {
  let choice: WalletChoice | undefined
  const component = () => {
    choice = useWalletChoice(named)
    return null
  }
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' })
  const business = createRoute({ getParentRoute: () => signedIn, path: 'b/$business', component })
  const routeTree = root.addChildren([signedIn.addChildren([business])])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/b/shop'] }) })
  await router.load()
  // The portal's own router has more routes than the hook asks about.
  const routed = createElement(RouterProvider, { router: router as never })
  renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, routed))
  return choice
}

/** What the server answers of the newest wallets, and of an older one. */
function answer(total: number): void {
  const wallets = ['newest', 'second'].map((name) => ({ wallet_id: name, available_sats: 1_000 }))
  const asked = { businessId: 'shop', limit: 100 } as never
  queryClient.setQueryData(trpc.lightning.portal.wallets.queryKey(asked), { wallets, total } as never)
  const older = { businessId: 'shop', walletId: 'older' } as never
  queryClient.setQueryData(trpc.lightning.portal.balance.queryKey(older), { available_sats: 7, reserved_sats: 0, balance_sats: 7 })
}

const namesOf = (choice: WalletChoice | undefined) => choice?.wallets.map(({ wallet_id: name }) => name)

test('the wallet that narrows the list is chosen at first, and offered though it is older than those that are listed', async () => {
  answer(130)
  expect((await offered(undefined))?.preset).toBe('newest')
  expect((await offered('second'))?.preset).toBe('second')
  const choice = await offered('older')
  expect([choice?.preset, namesOf(choice)]).toEqual(['older', ['older', 'newest', 'second']])
  expect(choice && walletField('walletId', choice)[0]?.options?.[0]).toEqual(['older', 'older, 7 sats available'])
  expect(namesOf(await offered('second'))).toEqual(['newest', 'second'])
})

test('nothing is offered before the balance of the older wallet is there', async () => {
  answer(130)
  expect(await offered('unknown')).toBeUndefined()
})

test('a choice of wallets says when there are more than it offers', async () => {
  const hintOf = (choice: WalletChoice | undefined) => choice && walletField('walletId', choice)[0]?.hint
  answer(130)
  expect(hintOf(await offered(undefined))).toBe('The newest 100 of 130. To use another one, open it under Wallets first.')
  answer(100)
  expect(hintOf(await offered(undefined))).toBeUndefined()
})
