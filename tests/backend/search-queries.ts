/** What is typed, and the product of the demo shop that has to come first. */
export const SEARCHES: [typed: string, first: string][] = [
  // As it is written.
  ['neem', 'Neem & Tulsi Soap'],
  ['multani mitti', 'Multani Mitti Soap'],
  ['sling bag', 'Kantha Sling Bag'],
  ['gift box', 'Soap Gift Box of Four'],
  ['block print tote', 'Block-Print Tote'],
  // In another case, with accents or without, one and many.
  ['LAVENDER', 'Lavender Soap'],
  ['macrame', 'Macramé Ring-Handle Bag'],
  ['Macramé', 'Macramé Ring-Handle Bag'],
  ['totes jute', 'Jute Market Tote'],
  ['fuller’s earth', 'Multani Mitti Soap'],
  // Cut short.
  ['lemon', 'Lemongrass Soap'],
  ['sand', 'Sandalwood (Chandan) Soap'],
  ['lap sle', 'Khadi Laptop Sleeve'],
  ['backp', 'Canvas Backpack'],
  // One letter wrong, missing, too many, swapped.
  ['sandlewood', 'Sandalwood (Chandan) Soap'],
  ['lavander', 'Lavender Soap'],
  ['charcol', 'Activated Charcoal Soap'],
  ['turmerric', 'Turmeric & Honey Soap'],
  ['cofee scrub', 'Coffee Scrub Soap'],
  ['bakcpack', 'Canvas Backpack'],
  ['safron', 'Saffron & Milk (Kesar) Soap'],
  ['kanta sling', 'Kantha Sling Bag'],
  ['cucmber aloo', 'Aloe & Cucumber Soap'],
  // In Hindi, and in Hindi with Latin letters.
  ['नीम', 'Neem & Tulsi Soap'],
  ['चंदन का साबुन', 'Sandalwood (Chandan) Soap'],
  ['चँदन', 'Sandalwood (Chandan) Soap'],
  ['चन्दन', 'Sandalwood (Chandan) Soap'],
  ['निम', 'Neem & Tulsi Soap'],
  ['गुलब', 'Rose Petal Soap'],
  ['haldi sabun', 'Turmeric & Honey Soap'],
  ['kesar', 'Saffron & Milk (Kesar) Soap'],
  ['पोटली', 'Festive Potli Pouch'],
  ['jhola', 'Market Jhola'],
  // A word nothing is like beside one that is there.
  ['neem qqqqzzzz', 'Neem & Tulsi Soap'],
]

/** What has to find nothing at all. */
export const NONSENSE = [
  'qqqqzzzz',
  '!!! ???',
  '',
  '   ',
  '"',
  '%',
  '*',
  '₹₹₹',
  '0000000',
  '\u0000',
  'xxxxx yyyyy zzzzz',
  'soap xxxxx yyyyy',
]
