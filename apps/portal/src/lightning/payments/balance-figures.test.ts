import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { queryClient, trpc } from '../../trpc.ts'
import { BalanceFigures } from './balance-figures.tsx'

afterEach(() => queryClient.clear())

const told = (asked: object, available_sats: number) => {
  const answer = { available_sats, reserved_sats: 5, balance_sats: available_sats + 5 }
  queryClient.setQueryData(trpc.lightning.portal.balance.queryKey(asked as never), answer)
}
const shown = (wallet: string | undefined): string => {
  const figures = createElement(BalanceFigures, { business: 'shop', wallet })
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, figures))
}

test('the figures are what the server has summed, of all wallets or of the one that narrows the list', () => {
  told({ businessId: 'shop' }, 450_000)
  told({ businessId: 'shop', walletId: 'main' }, 1_000)
  expect(shown(undefined)).toMatch(/450,000 sats.*5 sats.*450,005 sats/)
  expect(shown('main')).toMatch(/1,000 sats.*1,005 sats/)
  expect(shown('other')).toBe('')
})
