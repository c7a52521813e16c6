declare const brand: unique symbol;

/** A `T` that is not assignable from another `T`: a user id is not an order id, paise are not rupees. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
