<?php
/**
 * Observes changes of orders: new orders, changes of status, refunds. WooCommerce's own webhooks refuse addresses of
 * this machine and of its network, where the service usually is.
 *
 * A change is recorded in the request that makes it, with its status, so that two changes in quick succession are both
 * reported. The service is called after the page has been sent, or by the background queue: see order-queue.php.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/** Seconds that the end of a request may spend on calls; the background queue makes the others. */
const AFTERWARDS_SECONDS = 5;

/** Orders that have not been placed. */
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
 * An order that got another status.
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
 * A refund.
 *
 * @param int $order_id Number.
 */
function order_refunded( $order_id ) {
	keep_change( $order_id, null, null, 'refunded' );
}

/**
 * Records a change. Whatever fails here, the checkout must not fail.
 *
 * @param int            $order_id Number.
 * @param \WC_Order|null $order    Order, where it is at hand.
 * @param string|null    $status   Status that it came into; null: the one that it has.
 * @param string         $kind     made, changed or refunded.
 */
function keep_change( $order_id, $order, $status, $kind ) {
	// By order: the rows of this request, the last status, and whether this request created the order.
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
		// A new order may have dates that are years old: importers create such orders.
		$row = add_to_queue( $order_id, $status, stored_at( $order ), 'changed' === $kind && ! $known['made'] );
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
 * When the present state of an order was stored. Where orders are posts, WooCommerce leaves the time of the order at
 * hand at that of the change before, or at none: the service would take this change for an old one.
 *
 * @param \WC_Order $order Order.
 * @return int Unix seconds.
 */
function stored_at( $order ) {
	$tables = '\Automattic\WooCommerce\Utilities\OrderUtil';
	// With order tables, a post may exist beside the order, and is written later.
	$post = class_exists( $tables ) && $tables::custom_orders_table_usage_is_enabled() ? null : get_post( $order->get_id() );
	$date = $post && 'shop_order' === $post->post_type ? get_post_datetime( $post, 'modified', 'gmt' ) : null;
	$date = $date ? $date : $order->get_date_modified();
	return $date ? $date->getTimestamp() : time();
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

/**
 * After the page has been sent: records the state of the orders, and reports it at once if nobody waits for this
 * request.
 */
function after_changes() {
	$finished = ! wp_doing_cron() && finish_page();
	try {
		foreach ( rows_of_request() as $row ) {
			describe_in_queue( $row );
		}
		if ( $finished ) {
			report_orders( AFTERWARDS_SECONDS );
		}
	} catch ( \Throwable $error ) {
		log_order_fault( 'Changes of orders wait for the background queue: ' . $error->getMessage() );
	}
}

/**
 * Writes to the shop's log (WooCommerce → Status → Logs).
 *
 * @param string $text Sentence.
 */
function log_order_fault( $text ) {
	if ( function_exists( 'wc_get_logger' ) ) {
		wc_get_logger()->error( $text, array( 'source' => 'tidings' ) );
	}
}
