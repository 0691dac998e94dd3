import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { router } from '../routes.tsx'
import { queryClient } from '../trpc.ts'
import { readEntrySearch } from './entry-search.ts'

/** The page at an address of the portal. */
async function shown(address: string): Promise<string> {
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) })
  await router.load()
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, createElement(RouterProvider, { router })))
}

/** Where the link of a page leads that has this text. */
const linkOf = (html: string, text: string): string =>
  new RegExp(`href="([^"]*)"[^>]*>${text}</a>`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''

const waiting = 'next=%2Foauth%2Finteraction%2Fq3Zr_8-Lw'

test('who opens an account on the way into an app goes on into it, also by way of the sign-in', async () => {
  const signIn = await shown(`/dashboard/sign-in?${waiting}&email=ada%40shop.example`)
  const toSignUp = linkOf(signIn, 'Open an account')
  expect(toSignUp).toBe(`/dashboard/sign-up?${waiting}&email=ada%40shop.example`)
  const signUp = await shown(toSignUp)
  expect(signUp).toContain('value="ada@shop.example"')
  expect(linkOf(signUp, 'Sign in instead')).toBe(`/dashboard/sign-in?${waiting}&email=ada%40shop.example`)
})

test('no link to the sign-up leads elsewhere', () => {
  expect(readEntrySearch({ next: 'https://evil.example/', email: '' })).toEqual({})
})
