import { describe, expect, test } from 'vitest'
import { linkTarget, ownPath, safeReturnPath, webAddress } from '../../src/domain/link'

describe('addresses that somebody typed', () => {
  test.each([
    ['https://example.in/a?b=c#d', 'external', 'https://example.in/a?b=c#d'],
    ['HTTP://EXAMPLE.IN', 'external', 'HTTP://EXAMPLE.IN'],
    [' https://example.in/@sabun ', 'external', 'https://example.in/@sabun'],
    ['https://साबुन.example/नीम', 'external', 'https://साबुन.example/नीम'],
    [' /shop?category=soap ', 'internal', '/shop?category=soap'],
    ['/', 'internal', '/'],
    ['/shop?next=https://evil.example', 'internal', '/shop?next=https://evil.example'],
    ['/a%00b', 'internal', '/a%00b'],
    ['#care', 'fragment', '#care'],
    ['mailto:namaste@example.in?subject=Neem soap', 'contact', 'mailto:namaste@example.in?subject=Neem%20soap'],
    ['tel:+91 98450 12345', 'contact', 'tel:+919845012345'],
  ])('HOME-05 %j is a link', (text, kind, href) => {
    expect(linkTarget(text)).toEqual({ kind, href })
  })

  test.each([
    '',
    ' ',
    'shop',
    './shop',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    'java\u0000script:alert(1)',
    'javascript&colon;alert(1)',
    'javascript://https://example.in/%0aalert(1)',
    'vbscript:x',
    'data:text/html,x',
    'data:text/html;base64,PHNjcmlwdD4=',
    'blob:https://example.in/1',
    'filesystem:https://example.in/1',
    'view-source:https://example.in',
    'intent://evil#Intent;scheme=http;end',
    'file:///etc/passwd',
    'ftp://example.in',
    '//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/./\\evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    '/shop\\..\\evil',
    'https:evil.example',
    'https:/evil.example',
    'https:///evil.example',
    'https:\\\\evil.example',
    'https://a.example\\@evil.example',
    'https://shop.example@evil.example/',
    'https://a b',
    'https://a\nb.example',
    'https://exam\u200bple.in',
    '/shop\u202egpj.exe',
  ])('HOME-05 %j is none', (text) => {
    expect(linkTarget(text)).toBeNull()
  })

  test('HOME-05 an address of the web is no path, and the other way round', () => {
    expect([webAddress('https://example.in'), webAddress('/shop'), webAddress('tel:1')]).toEqual([
      'https://example.in',
      '',
      '',
    ])
    expect([ownPath('/shop'), ownPath('https://example.in'), ownPath('#a')]).toEqual(['/shop', '', ''])
  })

  test('ROUTE-24 the way back after sign-in never leaves the store', () => {
    expect(safeReturnPath('/orders?page=2')).toBe('/orders?page=2')
    for (const path of [
      null,
      '',
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/auth/login',
      '/a\nb',
      'javascript:x',
    ]) {
      expect(safeReturnPath(path, '/profile')).toBe('/profile')
    }
  })
})
