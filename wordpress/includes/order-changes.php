<?php
/**
 * Sees orders change: new ones, changes of status, refunds. WooCommerce's own webhooks refuse addresses of this machine
 * and of its network, where the service usually is.
 *
 * A change is written down in the request that makes it, with the status that it led to; so both of two quick changes
 * are told. The call of the service is made when the page has gone out, or by the background queue: see order-queue.php.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/** Seconds that the end of a request gives to calls; the background queue makes the others. */
const AFTERWARDS_SECONDS = 5;

/** Orders that nobody has placed. */
const NOT_PLACED = array( 'auto-draft', 'checkout-draft', 'draft', 'new', 'trash' );

add_action( 'woocommerce_new_order', __NAMESPACE__ . '\\order_made', PHP_INT_MAX, 2 );
add_action( 'woocommerce_order_status_changed', __NAMESPACE__ . '\\order_changed', PHP_INT_MAX, 4 );
add_action( 'woocommerce_order_refunded', __NAMESPACE__ . '\\order_refunded', PHP_INT_MAX );
add_action(
	'before_woocommerce_init',
	function () {
		if ( class_exists( 'Automattic\WooCommerce\Utilities\FeaturesUtil' ) ) {
			foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
				\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( $feature, FILE, true );
			}
		}
	}
);

/**
 * A new order.
 *
 * @param int       $order_id Number.
 * @param \WC_Order $order    Order; older versions do not give it.
 */
function order_made( $order_id, $order = null ) {
	keep_change( $order_id, $order, null, 'made' );
}

/**
 * An order in another status.
 *
 * @param int       $order_id Number.
 * @param string    $from     Status.
 * @param string    $to       Status.
 * @param \WC_Order $order    Order.
 */
function order_changed( $order_id, $from, $to, $order = null ) {
	keep_change( $order_id, $order, $to, 'changed' );
}

/**
 * Money went back.
 *
 * @param int $order_id Number.
 */
function order_refunded( $order_id ) {
	keep_change( $order_id, null, null, 'refunded' );
}

/**
 * Writes a change down. Whatever goes wrong here: a checkout must not fail by it.
 *
 * @param int            $order_id Number.
 * @param \WC_Order|null $order    Order, where it is at hand.
 * @param string|null    $status   Status that it came into; null: the one that it has.
 * @param string         $kind     made, changed or refunded.
 */
function keep_change( $order_id, $order, $status, $kind ) {
	// By order: the rows of this request, the last status, and whether the order was made in it.
	static $seen = array();
	try {
		if ( ! connection() || is_copy() ) {
			return;
		}
		$order = is_order( $order ) ? $order : wc_get_order( $order_id );
		if ( ! is_order( $order ) ) {
			return;
		}
		$status = (string) ( null === $status ? $order->get_status() : $status );
		$known  = $seen[ $order_id ] ?? array(
			'status' => null,
			'made'   => 'made' === $kind,
		);
		if ( in_array( $status, NOT_PLACED, true ) || $known['status'] === $status ) {
			return;
		}
		$known['status'] = $status;
		$modified        = $order->get_date_modified();
		// A new order has dates of its own, which may be years old: importers make such.
		$row = add_to_queue( $order_id, $status, $modified ? $modified->getTimestamp() : time(), 'changed' === $kind && ! $known['made'] );
		if ( ! $row ) {
			return;
		}
		if ( ! $seen ) {
			add_action( 'shutdown', __NAMESPACE__ . '\\after_changes', PHP_INT_MAX );
		}
		$seen[ $order_id ] = $known;
		rows_of_request( $row );
	} catch ( \Throwable $error ) {
		log_order_fault( 'A change of order ' . (int) $order_id . ' was not kept: ' . $error->getMessage() );
	}
}

/**
 * The rows that this request has written.
 *
 * @param int|null $row One more; null reads.
 * @return int[]
 */
function rows_of_request( $row = null ) {
	static $rows = array();
	if ( null !== $row ) {
		$rows[] = $row;
	}
	return $rows;
}

/** When the page has gone out: writes down what the orders are now, and tells it at once where nobody waits for it. */
function after_changes() {
	$finished = ! wp_doing_cron() && finish_page();
	try {
		foreach ( rows_of_request() as $row ) {
			describe_in_queue( $row );
		}
		if ( $finished ) {
			tell_orders( AFTERWARDS_SECONDS );
		}
	} catch ( \Throwable $error ) {
		log_order_fault( 'Changes of orders wait for the background queue: ' . $error->getMessage() );
	}
}

/**
 * Writes into the shop's log (WooCommerce → Status → Logs).
 *
 * @param string $text Sentence.
 */
function log_order_fault( $text ) {
	if ( function_exists( 'wc_get_logger' ) ) {
		wc_get_logger()->error( $text, array( 'source' => 'tidings' ) );
	}
}
