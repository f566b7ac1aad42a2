<?php
/**
 * An order as it is reported to the service: in the form of WooCommerce's REST API, as far as texts need it, and, under
 * `tidings`, what only the shop itself knows. The latter is added to the REST API's orders as well.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/** Where WP SMS stores whether a buyer wants texts. */
const OPT_IN_KEY = 'wpsms_woocommerce_order_notification';

/** The same question on the block checkout, as an additional field. */
const OPT_IN_BOX = 'wpsms/opt-in';

/** Order meta: whether the block checkout showed that box to the buyer, `shown` or `absent`. */
const BOX_KEY = '_tidings_opt_in_box';

/** Maximum characters of a value; the service shortens it further. */
const VALUE_MAX = 1000;

/** Items of one order that are named. */
const GOODS_MAX = 200;

add_filter(
	'woocommerce_rest_prepare_shop_order_object',
	function ( $response, $order ) {
		// Whoever may read the order may read this, too.
		if ( $response instanceof \WP_REST_Response && is_order( $order ) && connection() ) {
			$response->data['tidings'] = own_facts( $order );
		}
		return $response;
	},
	10,
	2
);

// At each attempt to place the order; a draft of it may be older than the box. The payment of an order that exists
// already fires no such action.
add_action( 'woocommerce_store_api_checkout_update_order_meta', __NAMESPACE__ . '\\note_box' );

/**
 * Stores with an order whether its checkout showed the box: the shop may add or remove it while the order is processed.
 * Whatever fails here, the checkout must not fail.
 *
 * @param \WC_Order $order Order that is being placed.
 */
function note_box( $order ) {
	try {
		if ( is_order( $order ) ) {
			$order->update_meta_data( BOX_KEY, shows_opt_in_box() ? 'shown' : 'absent' );
			$order->save_meta_data();
		}
	} catch ( \Throwable $error ) {
		log_order_fault( 'Whether an order was asked for consent was not stored: ' . $error->getMessage() );
	}
}

/**
 * Whether WooCommerce is active.
 *
 * @return bool
 */
function has_shop() {
	return function_exists( 'wc_get_order' );
}

/**
 * Whether something is an order, and not a refund, a draft of another plugin or another of WooCommerce's post types.
 *
 * @param mixed $order Anything.
 * @return bool
 */
function is_order( $order ) {
	return is_object( $order ) && is_a( $order, 'WC_Order' ) && 'shop_order' === $order->get_type();
}

/**
 * What only the shop knows: the addresses of its pages, which depend on its settings and language.
 *
 * @param \WC_Order $order Order.
 * @return array
 */
function own_facts( $order ) {
	$received = $order->get_checkout_order_received_url();
	// A guest has no account page; the "order received" page recognizes guests by the order's key.
	$shown = $order->get_customer_id() ? $order->get_view_order_url() : $received;
	return array(
		'site_name'    => wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ),
		'view_url'     => $shown,
		// A link that cancels at once works only in the buyer's own session. And phones open links by themselves, for a
		// preview.
		'cancel_url'   => $shown,
		'received_url' => $received,
		'edit_url'     => $order->get_edit_order_url(),
		'opt_in'       => opt_in_of( $order ),
	);
}

/**
 * What is known about a buyer's choice beside the order: what a plugin stored as post meta, which with WooCommerce's own
 * order tables is not part of the order, and a box that was not ticked.
 *
 * @param \WC_Order $order Order.
 * @return string[]
 */
function opt_in_of( $order ) {
	$unticked = left_box_alone( $order ) ? array( 'no' ) : array();
	// If the id belongs to another post type, its meta is not the order's.
	if ( ! in_array( (string) get_post_type( $order->get_id() ), array( '', 'shop_order', 'shop_order_placehold' ), true ) ) {
		return $unticked;
	}
	return array_merge( $unticked, array_values( array_filter( array_map( __NAMESPACE__ . '\\short_value', (array) get_post_meta( $order->get_id(), OPT_IN_KEY, false ) ), 'strlen' ) ) );
}

/**
 * Whether the block checkout showed the box and the buyer did not touch it. Then the browser sends nothing about it, and
 * WooCommerce stores nothing: without this, whoever does not tick the box would look like someone who was not asked. Of
 * an order that was placed while this plugin was not active, the present checkout has to tell.
 *
 * @param \WC_Order $order Order.
 * @return bool
 */
function left_box_alone( $order ) {
	if ( 'store-api' !== $order->get_created_via() ) {
		return false;
	}
	$noted = $order->get_meta( BOX_KEY );
	if ( 'absent' === $noted || ( 'shown' !== $noted && ! shows_opt_in_box() ) ) {
		return false;
	}
	foreach ( $order->get_meta_data() as $meta ) {
		if ( 0 === strpos( (string) $meta->key, '_wc_' ) && '/' . OPT_IN_BOX === substr( (string) $meta->key, -1 - strlen( OPT_IN_BOX ) ) ) {
			return false;
		}
	}
	return true;
}

/**
 * Whether a plugin has added the box to the block checkout.
 *
 * @return bool
 */
function shows_opt_in_box() {
	$package = '\Automattic\WooCommerce\Blocks\Package';
	$fields  = 'Automattic\WooCommerce\Blocks\Domain\Services\CheckoutFields';
	// WooCommerce has no other way to ask; in 8.2 the class does not exist.
	if ( ! class_exists( $package ) || ! class_exists( $fields ) ) {
		return false;
	}
	try {
		return isset( $package::container()->get( $fields )->get_additional_fields()[ OPT_IN_BOX ] );
	} catch ( \Throwable $changed ) {
		return false;
	}
}

/**
 * An order in its present state.
 *
 * @param \WC_Order $order Order.
 * @return array
 */
function order_state( $order ) {
	$currency = $order->get_currency();
	return array(
		'id'                 => $order->get_id(),
		'number'             => (string) $order->get_order_number(),
		'order_key'          => $order->get_order_key(),
		'status'             => $order->get_status(),
		'created_via'        => $order->get_created_via(),
		'currency'           => $currency,
		'currency_symbol'    => get_woocommerce_currency_symbol( $currency ),
		'total'              => wc_format_decimal( $order->get_total(), wc_get_price_decimals() ),
		'payment_url'        => $order->get_checkout_payment_url(),
		'billing'            => billing_of( $order ),
		'meta_data'          => meta_of( $order ),
		'line_items'         => array_map( __NAMESPACE__ . '\\told_item', array_slice( array_values( $order->get_items() ), 0, GOODS_MAX ) ),
		'shipping_lines'     => array_map(
			function ( $line ) {
				return array( 'method_title' => short_value( $line->get_method_title() ) );
			},
			array_values( $order->get_items( 'shipping' ) )
		),
		'date_created_gmt'   => gmt_of( $order->get_date_created() ),
		'date_modified_gmt'  => gmt_of( $order->get_date_modified() ),
		'date_paid_gmt'      => gmt_of( $order->get_date_paid() ),
		'date_completed_gmt' => gmt_of( $order->get_date_completed() ),
		'tidings'            => own_facts( $order ),
	);
}

/**
 * Who gets the order's texts, and how they are addressed.
 *
 * @param \WC_Order $order Order.
 * @return string[] By field of the billing address.
 */
function billing_of( $order ) {
	return array_map( __NAMESPACE__ . '\\short_value', $order->get_address( 'billing' ) );
}

/**
 * An item of the order.
 *
 * @param \WC_Order_Item $item Item.
 * @return array
 */
function told_item( $item ) {
	return array(
		'name'      => short_value( $item->get_name() ),
		'quantity'  => $item->get_quantity(),
		'meta_data' => meta_of( $item ),
	);
}

/**
 * Meta fields whose values fit into a text.
 *
 * @param \WC_Data $thing Order or item.
 * @return array[]
 */
function meta_of( $thing ) {
	$fields = array();
	foreach ( $thing->get_meta_data() as $meta ) {
		if ( is_scalar( $meta->value ) || null === $meta->value ) {
			$fields[] = array(
				'key'   => (string) $meta->key,
				'value' => short_value( $meta->value ),
			);
		}
	}
	return $fields;
}

/**
 * A value as text of limited length.
 *
 * @param mixed $value Value.
 * @return string
 */
function short_value( $value ) {
	if ( is_bool( $value ) ) {
		return $value ? '1' : '0';
	}
	return is_scalar( $value ) ? mb_substr( (string) $value, 0, VALUE_MAX ) : '';
}

/**
 * A time as the REST API writes it.
 *
 * @param \DateTimeInterface|null $date Instant.
 * @return string|null
 */
function gmt_of( $date ) {
	return $date instanceof \DateTimeInterface ? gmt( $date->getTimestamp() ) : null;
}

/**
 * The same for a number.
 *
 * @param int $time Unix seconds.
 * @return string
 */
function gmt( $time ) {
	return gmdate( 'Y-m-d\TH:i:s', $time );
}
