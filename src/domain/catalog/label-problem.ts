import { characterCount } from '../text'
import type { ProductLabel } from './product'

const MAX_INGREDIENTS = 80
const MAX_INGREDIENT = 120

/**
 * Why a product's label cannot be what was written, as sentences beside its fields: half of a net quantity, pieces that
 * are cut, ingredients that are no list.
 */
export function labelProblems({
  net_quantity,
  net_unit,
  ingredients,
}: Pick<ProductLabel, 'net_quantity' | 'net_unit' | 'ingredients'>): {
  [field in 'net_quantity' | 'net_unit' | 'ingredients']: string | undefined
} {
  return {
    net_quantity: quantityProblem(net_quantity, net_unit),
    net_unit: net_quantity > 0 && !net_unit ? 'Choose the unit of the net quantity: g for a bar of soap.' : undefined,
    ingredients: ingredientsProblem(ingredients),
  }
}

function quantityProblem(quantity: number, unit: string): string | undefined {
  if (quantity === 0) return unit ? 'Write how much is in it, or take the unit away.' : undefined
  if (unit === 'piece' && !Number.isInteger(quantity)) return 'Write whole pieces.'
  if (Math.round(quantity * 1000) / 1000 !== quantity) return 'Use at most three decimals.'
  return undefined
}

function ingredientsProblem(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length > MAX_INGREDIENTS) return `At most ${MAX_INGREDIENTS} lines.`
  const number = 1 + lines.findIndex((line) => characterCount(line) > MAX_INGREDIENT || line.split('|').length > 2)
  const wrong = lines[number - 1]
  if (wrong === undefined) return undefined
  return characterCount(wrong) > MAX_INGREDIENT
    ? `Line ${number} has more than ${MAX_INGREDIENT} characters: write one ingredient on a line.`
    : `Line ${number} has more than one |: write what people call it, then | and its INCI name.`
}
