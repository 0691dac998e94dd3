import { expect, test } from 'vitest'
import { chooseLanguage } from './choose-language.ts'

test.each([
  [{}, 'en'],
  [{ asked: 'de' }, 'de'],
  [{ asked: 'PT-br' }, 'pt-BR'],
  [{ asked: 'zh' }, 'zh-CN'],
  [{ asked: 'xx', accepted: 'fr' }, 'fr'],
  [{ asked: 'ar', accepted: 'fr' }, 'ar'],
  [{ accepted: 'de-AT,de;q=0.9,en;q=0.8' }, 'de'],
  [{ accepted: 'en;q=0.5, ja;q=0.9' }, 'ja'],
  [{ accepted: 'ja;q=0, en;q=0.1' }, 'en'],
  [{ accepted: 'sv, *;q=0.5, pt;q=0.3' }, 'pt-BR'],
  [{ asked: '', accepted: '' }, 'en'],
  [{ asked: '__proto__', accepted: ';;;,,,q=1' }, 'en'],
  [{ accepted: 'x,'.repeat(5_000) }, 'en'],
])('the wish %j gets the language %s', (wish, language) => {
  expect(chooseLanguage(wish)).toBe(language)
})
