export { estimatedCost, priceOf, withoutPrice, type PricedTokens } from "./estimated-cost.ts";
export type { ModelPrice } from "./model-price.ts";
export { modelPrices, pricesAsOf } from "./model-prices.ts";
