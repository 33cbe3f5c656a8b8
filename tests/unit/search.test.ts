import { describe, expect, test } from 'vitest'
import { editDistance, mendedTerms, searchTerms, soughtTerms, typoVariants } from '../../src/domain/catalog/search'
import { cleanSearch } from '../../src/domain/catalog/search-text'

describe('SHOP-05 FIND-01 text becomes terms', () => {
  test.each([
    ['Neem & Tulsi Soaps', ['neem', 'tulsi', 'soap']],
    ['Macramé Ring-Handle', ['macrame', 'ring', 'handle']],
    ['fuller’s earth, 100% "jute"', ['fuller', 'earth', '100', 'jute']],
    ['साबुन, नीम।', ['साबुन', 'नीम']],
    ['कॉफ़ी चँदन', ['कॉफी', 'चंदन']],
    ['चन्दन सुगन्ध पम्प जन्म', ['चंदन', 'सुगंध', 'पंप', 'जन्म']],
    ['चन्\u200dदन हल्\u200cदी', ['चंदन', 'हल्दी']],
    ['१०० g', ['100', 'g']],
    ['glass bus', ['glass', 'bus']],
    ['🌿 neem 🌿', ['neem']],
    ['"* ^ () : -- \u0000', []],
  ])('%s', (text, terms) => {
    expect(searchTerms(text)).toEqual(terms)
  })

  test('a search keeps each term once, leaves small words out, and is bounded', () => {
    expect(soughtTerms('soap for the soaps')).toEqual(['soap'])
    expect(soughtTerms('चंदन का साबुन')).toEqual(['चंदन', 'साबुन'])
    expect(soughtTerms('for the')).toEqual(['for', 'the'])
    expect(soughtTerms('b c d e f g h i j k')).toHaveLength(8)
    expect(soughtTerms('x'.repeat(500))).toEqual(['x'.repeat(30)])
    expect(cleanSearch(`  rose\u202e ${'y'.repeat(200)}`)).toHaveLength(80)
  })
})

describe('SHOP-05 FIND-02 typos', () => {
  test.each([
    ['lavender', 'lavender', 0],
    ['lavander', 'lavender', 1],
    ['lavener', 'lavender', 1],
    ['lavvender', 'lavender', 1],
    ['alvender', 'lavender', 1],
    ['sope', 'soap', 2],
    ['', 'soap', 4],
    ['गुलब', 'गुलाब', 1],
  ])('%s and %s are %i apart', (first, second, apart) => {
    expect(editDistance(first, second)).toBe(apart)
    expect(editDistance(second, first)).toBe(apart)
  })

  test('two words one letter apart share a variant', () => {
    for (const typo of ['lavander', 'lavener', 'lavvender', 'alvender', 'lavendre']) {
      const shared = typoVariants(typo).filter((text) => typoVariants('lavender').includes(text))
      expect(shared, typo).not.toEqual([])
    }
    expect(typoVariants('tea')).toEqual(['tea'])
  })

  test('the nearest come first, and what is too far or too short is not mended', () => {
    expect(mendedTerms('neam', ['team', 'neem', 'beam', 'name', 'soap'])).toEqual(['neem', 'beam', 'team'])
    expect(mendedTerms('sandlewod', ['sandalwood', 'sandal'])).toEqual([])
    expect(mendedTerms('backpakc', ['backpack', 'backyard'])).toEqual(['backpack'])
    expect(mendedTerms('bga', ['bag'])).toEqual([])
    expect(mendedTerms('निम', ['नीम', 'नाम'])).toEqual(['नीम'])
  })
})
