import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { withHashes } from '@gateway/pages/assets'
import { defineConfig, type Plugin } from 'vite'

/** Where the API of `npm run dev` listens; the hot-reloading server passes everything that is not the portal's on to it. */
const API = 'http://127.0.0.1:4000'

/** Fonts are the gateway's own, under names that browsers keep for ever. */
const hashedFonts: Plugin = {
  name: 'hashed-fonts',
  generateBundle: (_options, bundle) => {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = withHashes(String(file.source))
  },
}

export default defineConfig({
  base: '/dashboard/',
  plugins: [react(), tailwind(), hashedFonts],
  // The api writes a nonce of its own into each answer in the place of this one.
  html: { cspNonce: '__NONCE__' },
  build: { outDir: 'dist', emptyOutDir: true, manifest: true, modulePreload: { polyfill: false }, assetsInlineLimit: 0, target: 'es2024' },
  server: { port: 4100, proxy: Object.fromEntries(['/trpc', '/api', '/assets', '/portal', '/pay'].map((path) => [path, API])) },
})
