import { expect, test } from 'vitest'
import { profileOf, shortDid } from './did-link.tsx'

test('a long DID is shown by its method and both ends, a short one whole', () => {
  expect(shortDid('did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK')).toBe('did:key:z6Mk…ta2doK')
  expect(shortDid('did:web:a.example')).toBe('did:web:a.example')
})

test('the profile of a DID is one segment of a path, whatever the DID holds', () => {
  expect(profileOf('did:web:shop.example%3A8443:ada')).toBe('/did/did%3Aweb%3Ashop.example%253A8443%3Aada')
})
