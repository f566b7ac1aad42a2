<?php
/**
 * The smallest stand-in for what the companion uses of WooCommerce: orders, the hooks that a save fires, Action
 * Scheduler's functions. Written from includes/class-wc-order.php, the order data stores and
 * packages/action-scheduler/functions.php of WooCommerce 9.9 and 10.5; the real one is no package of Debian.
 */

// phpcs:disable
namespace Automattic\WooCommerce\Utilities {
	class FeaturesUtil {
		public static $declared = array();
		public static function declare_compatibility( $feature, $file, $is = true ) {
			self::$declared[ $feature ] = array( basename( $file ), $is );
		}
	}
}

namespace Automattic\WooCommerce\Blocks\Domain\Services {
	class CheckoutFields {
		public function get_additional_fields() {
			return get_option( 'shop_checkout_fields', array() );
		}
	}
}

namespace Automattic\WooCommerce\Blocks {
	class Package {
		public static function container() {
			return new class() {
				public function get( $name ) {
					return new $name();
				}
			};
		}
	}
}

namespace {
	define( 'WC_VERSION', '10.5.0' );
	add_action( 'plugins_loaded', function () {
		do_action( 'before_woocommerce_init' );
	} );

	/** A field of an order or of one of the goods. */
	class Shop_Meta {
		public $key;
		public $value;
		public function __construct( $key, $value ) {
			$this->key   = $key;
			$this->value = $value;
		}
	}

	class Shop_Thing {
		protected $data;
		public function __construct( $data ) {
			$this->data = $data;
		}
		public function get_meta_data() {
			$made = array();
			foreach ( $this->data['meta'] ?? array() as $key => $value ) {
				$made[] = new Shop_Meta( $key, $value );
			}
			return $made;
		}
		public function get_meta( $key ) {
			return $this->data['meta'][ $key ] ?? '';
		}
		public function get_name() {
			return $this->data['name'];
		}
		public function get_quantity() {
			return $this->data['quantity'];
		}
		public function get_method_title() {
			return $this->data['name'];
		}
	}

	class WC_Order extends Shop_Thing {
		public function get_type() {
			return $this->data['type'] ?? 'shop_order';
		}
		public function __call( $name, $arguments ) {
			$field = preg_replace( '/^get_/', '', $name );
			if ( 0 === strpos( $field, 'date_' ) ) {
				return isset( $this->data[ $field ] ) ? new DateTimeImmutable( '@' . $this->data[ $field ] ) : null;
			}
			return $this->data[ $field ] ?? ( 0 === strpos( $field, 'billing_' ) ? $this->data['billing'][ substr( $field, 8 ) ] ?? '' : '' );
		}
		public function update_meta_data( $key, $value ) {
			$this->data['meta'][ $key ] = $value;
		}
		public function save_meta_data() {
			$stored = get_option( 'shop_order_' . $this->data['id'] );
			update_option( 'shop_order_' . $this->data['id'], array( 'meta' => $this->data['meta'] ) + $stored, false );
		}
		public function get_id() {
			return $this->data['id'];
		}
		public function get_order_number() {
			return 'T' . $this->data['id'];
		}
		public function get_address( $type ) {
			return $this->data['billing'] ?? array();
		}
		public function get_items( $type = 'line_item' ) {
			$made = array();
			foreach ( 'line_item' === $type ? $this->data['items'] ?? array() : array() as $at => $item ) {
				$made[ $at + 7 ] = new Shop_Thing( $item );
			}
			return $made;
		}
		// A shop that has renamed its pages.
		public function get_view_order_url() {
			return home_url( '/mein-konto/bestellung-ansehen/' . $this->data['id'] . '/' );
		}
		public function get_checkout_order_received_url() {
			return home_url( '/kasse/danke/' . $this->data['id'] . '/?key=' . $this->data['order_key'] );
		}
		public function get_checkout_payment_url() {
			return home_url( '/kasse/zahlen/' . $this->data['id'] . '/?pay_for_order=true&key=' . $this->data['order_key'] );
		}
		public function get_edit_order_url() {
			return admin_url( 'admin.php?page=wc-orders&action=edit&id=' . $this->data['id'] );
		}
	}

	function wc_get_order( $id ) {
		$data = get_option( 'shop_order_' . (int) $id );
		return is_array( $data ) ? new WC_Order( $data ) : false;
	}

	/** Knows what the companion asks: `customer` is a list of addresses and numbers. */
	function wc_get_orders( $query ) {
		global $wpdb;
		$found = array();
		foreach ( $wpdb->get_col( "SELECT option_value FROM $wpdb->options WHERE option_name LIKE 'shop\_order\_%' ORDER BY option_id" ) as $row ) {
			$data = unserialize( $row );
			if ( in_array( $data['billing']['email'] ?? '', $query['customer'], true ) || ( $data['customer_id'] && in_array( $data['customer_id'], $query['customer'], true ) ) ) {
				$found[] = new WC_Order( $data );
			}
		}
		return array_slice( $found, ( $query['page'] - 1 ) * $query['limit'], $query['limit'] );
	}

	/** What WC_Order::save() does: the order is stored, then its hooks are fired; a new one has no status before. */
	function shop_save( $data ) {
		$id   = (int) $data['id'];
		$old  = get_option( 'shop_order_' . $id );
		$data = array_merge(
			array(
				'order_key'     => 'wc_order_' . $id,
				'currency'      => 'EUR',
				'total'         => '39.9',
				'customer_id'   => 0,
				'created_via'   => 'checkout',
				'date_created'  => time(),
				'status'        => 'pending',
			),
			is_array( $old ) ? $old : array(),
			$data
		);
		$data['date_modified'] = get_option( 'shop_posts' ) ? shop_save_post( $data ) : $data['modified'] ?? time();
		update_option( 'shop_order_' . $id, $data, false );
		$order = new WC_Order( $data );
		if ( ! is_array( $old ) ) {
			// The block checkout, which creates a draft first.
			if ( 'store-api' === $data['created_via'] ) {
				do_action( 'woocommerce_store_api_checkout_update_order_meta', $order );
			}
			do_action( 'woocommerce_new_order', $id, $order );
		}
		$before = is_array( $old ) ? $old['status'] : 'pending';
		if ( $before !== $data['status'] ) {
			do_action( 'woocommerce_order_status_' . $data['status'], $id, $order );
			do_action( 'woocommerce_order_status_changed', $id, $before, $data['status'], $order );
		}
	}

	/**
	 * What Abstract_WC_Order_Data_Store_CPT does for a shop whose orders are posts: the post gets the time of the change,
	 * and the order that the hooks get keeps the one that it was read with, which a new one does not have.
	 */
	function shop_save_post( $data ) {
		$id  = (int) $data['id'];
		$old = get_post( $id );
		if ( $old ) {
			wp_update_post( array( 'ID' => $id, 'post_status' => 'wc-' . $data['status'] ) );
			return (int) get_post_datetime( $old, 'modified', 'gmt' )->getTimestamp();
		}
		wp_insert_post( array(
			'import_id'     => $id,
			'post_type'     => 'shop_order',
			'post_status'   => 'wc-' . $data['status'],
			'post_date'     => wp_date( 'Y-m-d H:i:s', $data['date_created'] ),
			'post_date_gmt' => gmdate( 'Y-m-d H:i:s', $data['date_created'] ),
		) );
		return null;
	}

	function get_woocommerce_currency_symbol( $currency ) {
		return '&euro;';
	}
	function wc_format_decimal( $number, $places ) {
		return number_format( (float) $number, $places, '.', '' );
	}
	function wc_get_price_decimals() {
		return 2;
	}
	function wc_get_order_statuses() {
		return array( 'wc-pending' => 'Pending', 'wc-processing' => 'Processing', 'wc-completed' => 'Completed' );
	}
	function wc_get_base_location() {
		return array( 'country' => get_option( 'shop_country', '' ) );
	}
	function wc_get_logger() {
		return new class() {
			public function error( $text ) {
				trigger_error( $text );
			}
		};
	}

	// A checkout: saves one after the other in one request, and says what it thinks of it before the request ends.
	add_action( 'rest_api_init', function () {
		register_rest_route( 'shop/v1', '/saves', array(
			'methods'             => 'POST',
			'permission_callback' => '__return_true',
			'callback'            => function ( $request ) {
				foreach ( $request->get_json_params() as $save ) {
					shop_save( $save );
					foreach ( $save['post_meta'] ?? array() as $key => $value ) {
						update_post_meta( $save['id'], $key, $value );
					}
				}
				return array( 'saved' => true );
			},
		) );
	} );

	if ( get_option( 'shop_action_scheduler', true ) ) {
		class ActionScheduler {
			public static function is_initialized() {
				return (bool) did_action( 'init' );
			}
		}
		class ActionScheduler_Store {
			const STATUS_PENDING = 'pending';
		}
		function as_schedule_single_action( $when, $hook, $args = array(), $group = '' ) {
			$actions   = get_option( 'shop_actions', array() );
			$actions[] = compact( 'when', 'hook', 'args', 'group' );
			update_option( 'shop_actions', $actions, false );
			return count( $actions );
		}
		function as_get_scheduled_actions( $query, $format ) {
			return array_keys( array_filter( get_option( 'shop_actions', array() ), function ( $action ) use ( $query ) {
				return $action['hook'] === $query['hook'] && $action['when'] <= $query['date'];
			} ) );
		}
		function as_unschedule_all_actions( $hook ) {
			$left = array_filter( get_option( 'shop_actions', array() ), function ( $action ) use ( $hook ) {
				return $action['hook'] !== $hook;
			} );
			update_option( 'shop_actions', array_values( $left ), false );
		}
		/** The background queue runs what is due. */
		function shop_run_actions() {
			foreach ( get_option( 'shop_actions', array() ) as $action ) {
				$left = get_option( 'shop_actions', array() );
				$at   = array_search( $action, $left, true );
				if ( $action['when'] <= time() && false !== $at ) {
					unset( $left[ $at ] );
					update_option( 'shop_actions', array_values( $left ), false );
					do_action_ref_array( $action['hook'], $action['args'] );
				}
			}
		}
	}
}
