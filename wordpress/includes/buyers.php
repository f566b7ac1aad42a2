<?php
/**
 * Numbers on a person's orders: guests have no account and are texted all the same.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/** Orders that are read at once. */
const ORDERS_AT_ONCE = 100;

/**
 * The numbers of a person: those of the account with this e-mail address, and of all orders that have the address or
 * belong to the account.
 *
 * @param string         $email E-mail address.
 * @param \WP_User|false $user  Its account.
 * @return array[] Keys `phone`, `country` and `order` (whether it was found on orders only); those of the account first.
 */
function phones_of_person( $email, $user ) {
	$found = array();
	foreach ( $user ? phones_of_user( $user->ID ) : array() as $phone ) {
		$found[ $phone['phone'] . '|' . $phone['country'] ] = $phone + array( 'order' => false );
	}
	$who = array_filter( array( $email, $user ? $user->ID : 0 ) );
	if ( ! function_exists( 'wc_get_orders' ) || ! $who ) {
		return array_values( $found );
	}
	$page = 0;
	do {
		$orders = wc_get_orders(
			array(
				'customer' => $who,
				'type'     => 'shop_order',
				'status'   => array_merge( array_keys( wc_get_order_statuses() ), array( 'trash' ) ),
				'limit'    => ORDERS_AT_ONCE,
				'page'     => ++$page,
				'orderby'  => 'ID',
				'order'    => 'ASC',
			)
		);
		foreach ( $orders as $order ) {
			$phone   = is_order( $order ) ? trim( $order->get_billing_phone() ) : '';
			$country = '' === $phone ? '' : trim( $order->get_billing_country() );
			$same    = isset( $found[ $phone . '|' ] ) && '+' === ( $phone[0] ?? '' );
			if ( '' !== $phone && ! $same && ! isset( $found[ $phone . '|' . $country ] ) ) {
				$found[ $phone . '|' . $country ] = array(
					'phone'   => $phone,
					'country' => $country,
					'order'   => true,
				);
			}
		}
		$read = count( $orders );
	} while ( ORDERS_AT_ONCE === $read );
	return array_values( $found );
}
