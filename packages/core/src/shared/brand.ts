declare const brand: unique symbol;

/** A `T` that cannot be taken for another `T`: a user id is no order id, paise are no rupees. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
